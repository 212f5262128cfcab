import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';

import { runQuery } from '@/api/queries/runs';
import { plural } from '@/components/words/format';
import { ButtonLink } from '@/components/ui/navigation/links';
import { Muted, Small } from '@/components/ui/labels/texts';

import { filledSides, ids, type Letter, NOTHING } from '../selection/selection';
import { useCompare } from '../selection/compare-state';

const NAMED = 3;

/** What was chosen for each side so far, and the way on. */
export function Tray() {
  const { search, address } = useCompare();
  const sides = filledSides(search);
  const ready = sides.includes('a') && sides.includes('b');
  const letters = [...new Set<Letter>(['a', 'b', ...sides])];
  return (
    <Paper component="section" aria-label="Chosen runs" pos="sticky" top={68} style={{ zIndex: 5 }} py="md">
      <Group justify="space-between" align="center" gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2, md: Math.min(4, letters.length) }} spacing="lg" flex="1 1 320px">
          {letters.map((letter) => (
            <SideList key={letter} letter={letter} runs={ids(search[letter])} />
          ))}
        </SimpleGrid>
        <Group gap="xs">
          {sides.length > 0 && (
            <ButtonLink
              to="."
              search={address({ ...NOTHING, pick: search.pick ?? 'all' }) as never}
              variant="subtle"
              color="gray"
            >
              Clear
            </ButtonLink>
          )}
          <ButtonLink
            to="."
            search={address({ pick: undefined, q: undefined }) as never}
            disabled={!ready}
            aria-disabled={!ready}
            data-disabled={!ready || undefined}
            style={ready ? undefined : { pointerEvents: 'none' }}
          >
            Compare
          </ButtonLink>
        </Group>
      </Group>
    </Paper>
  );
}

function SideList({ letter, runs }: { letter: Letter; runs: string[] }) {
  const runQueries = useQueries({ queries: runs.slice(0, NAMED).map((id) => runQuery(id)) });
  const names = runs.slice(0, NAMED).map((id, n) => {
    const query = runQueries[n];
    return query?.isError ? `${id} (not there any more)` : (query?.data?.name ?? '…');
  });
  const more = runs.length - names.length;
  return (
    <div>
      <Small>
        {letter === 'a' ? 'A · baseline' : letter.toUpperCase()}
        {runs.length > 1 && ` · ${plural(runs.length, 'run')}`}
      </Small>
      {runs.length === 0 ? (
        <Muted>choose a run below</Muted>
      ) : (
        <Text fz="sm" fw={550} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          {names.join(', ')}
          {more > 0 && ` and ${more} more`}
        </Text>
      )}
    </div>
  );
}
