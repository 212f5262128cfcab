import { Button, Group, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { plural } from '@/components/words/format';
import { UrlSelect } from '@/components/ui/navigation/url-select';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { Small } from '@/components/ui/labels/texts';

import { type Arrangement, isArranged } from '../view/arrangement';

interface RowsFilterProps {
  arrangement: Arrangement;
  /** Runs shown and runs there are, without the baseline. */
  shownCount: number;
  all: number;
}

const FEW = 10;

const ORDER = [
  { value: '', label: 'default order' },
  { value: 'plan', label: 'by plan' },
  { value: 'change', label: 'by change' },
  { value: 'verdict', label: 'by verdict' },
];
const VERDICT = [
  { value: '', label: 'all verdicts' },
  ...['better', 'worse', 'same', 'unclear'].map((word) => ({ value: word, label: word })),
];

/** Finds a few variants among many; chart and tables below follow. Not there where all fit on a screen. */
export function RowsFilter({ arrangement, shownCount, all }: RowsFilterProps) {
  if (all <= FEW && !isArranged(arrangement)) return null;
  return <Filter {...{ arrangement, shownCount, all }} />;
}

function Filter({ arrangement: { q, verdict, order }, shownCount, all }: RowsFilterProps) {
  const [clearCount, setCleared] = useState(0); // what was typed goes with the rest
  return (
    <Group gap="xs" mb="sm" align="center" data-picture="no" role="search" aria-label="Variants">
      <Words key={clearCount} value={q} />
      <UrlSelect name="verdict" label="Verdict" options={VERDICT} fallback="" />
      <UrlSelect name="order" label="Order" options={ORDER} fallback="" />
      <Small aria-live="polite">
        {shownCount === all ? plural(all, 'variant') : `${shownCount} of ${plural(all, 'variant')}`}
      </Small>
      {isArranged({ q, verdict, order }) && <Clear onClear={() => setCleared((n) => n + 1)} />}
    </Group>
  );
}

function Words({ value = '' }: { value?: string }) {
  const [, set] = useUrlParam('q');
  const [text, setText] = useState(value);
  const later = useDebouncedCallback((next: string) => set(next || undefined), 200);
  return (
    <TextInput
      size="xs"
      w={220}
      aria-label="Find variants by name or setting"
      placeholder="Find by name or setting"
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        later(currentTarget.value);
      }}
    />
  );
}

function Clear({ onClear }: { onClear: () => void }) {
  const navigate = useNavigate();
  const clear = () => {
    onClear();
    void navigate({
      to: '.',
      search: ((old: object) => ({ ...old, q: undefined, verdict: undefined, order: undefined })) as never,
      replace: true,
      resetScroll: false,
    });
  };
  return (
    <Button size="compact-xs" variant="subtle" onClick={clear}>
      Show all
    </Button>
  );
}
