import { Button, Group } from '@mantine/core';

import { useCompare } from '../selection/compare-state';
import { toggleRuns, closedUp, ids, type Letter, offerLetters } from '../selection/selection';

interface SideButtonsProps {
  /** Ids of what is put on a side together. */
  runs: string[];
  /** What they are, for screen readers: “workers 2”. */
  name: string;
}

/** A button for each side: puts the runs there, and takes them out when pressed again. */
export function SideButtons({ runs, name }: SideButtonsProps) {
  const { search, set } = useCompare();
  const place = (letter: Letter) => ids(search[letter]).indexOf(runs[0] ?? '');
  const isOn = (letter: Letter) => runs.length > 0 && runs.every((id) => ids(search[letter]).includes(id));
  const press = (letter: Letter) =>
    set({
      ...closedUp(toggleRuns(search, letter, runs)),
      experiment: undefined,
      factor: undefined,
      pair: undefined,
    });
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      {offerLetters(search).map((letter) => (
        <Button
          key={letter}
          size="compact-sm"
          miw={38}
          px={8}
          variant={isOn(letter) ? 'filled' : 'default'}
          aria-pressed={isOn(letter)}
          aria-label={`${name} on side ${letter.toUpperCase()}`}
          onClick={() => press(letter)}
        >
          {letter.toUpperCase()}
          {isOn(letter) && runs.length === 1 ? ` ${place(letter) + 1}` : ''}
        </Button>
      ))}
    </Group>
  );
}
