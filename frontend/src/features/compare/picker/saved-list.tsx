import { Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { savedComparisonsQuery } from '@/api/queries/comparisons';
import type { SavedComparison } from '@/api/types';
import { ago, dateTime, plural } from '@/components/words/format';
import { MadeBy } from '@/components/domain/made-by';
import { Toggle } from '@/components/ui/navigation/toggle';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TextLink } from '@/components/ui/navigation/links';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { Section } from '@/components/ui/layout/section';
import { Muted, Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { filledSides, ids } from '../selection/selection';

const FIRST = 6;
const NOTHING = { mine: 'None that you saved.', mentions: 'None whose notes mention you.' };
type Whose = keyof typeof NOTHING;

/** Comparisons that have a name, the newest change first; nothing where there are none. */
export function SavedList() {
  const [all, setAll] = useState(false);
  const [ownership, setWhose] = useUrlParam('whose');
  const filter = {
    by: ownership === 'mine' ? ('me' as const) : undefined,
    mentions: ownership === 'mentions' ? ('me' as const) : undefined,
  };
  const { data, isError, error, refetch } = useQuery({
    ...savedComparisonsQuery(filter),
    placeholderData: keepPreviousData,
  });
  if (isError)
    return <ErrorState error={error} failedPart="saved comparisons" onRetry={() => void refetch()} />;
  if (!data || (data.length === 0 && !ownership)) return null;
  const shownComparisons = all ? data : data.slice(0, FIRST);
  const toggle = (value: Whose, label: string) => (
    <Toggle on={ownership === value} label={label} onChange={(on) => setWhose(on ? value : undefined)} />
  );
  return (
    <Section
      title="Saved"
      id="saved"
      tools={
        <>
          {toggle('mine', 'Mine')}
          {toggle('mentions', 'Mentions me')}
        </>
      }
    >
      {data.length === 0 && <Muted>{NOTHING[ownership as Whose]}</Muted>}
      <Stack gap={10} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {shownComparisons.map((comparison) => (
          <Row key={comparison.id} comparison={comparison} />
        ))}
      </Stack>
      {data.length > shownComparisons.length && (
        <PlainButton size="xs" mt="sm" onClick={() => setAll(true)}>
          Show all {plural(data.length, 'comparison')}
        </PlainButton>
      )}
    </Section>
  );
}

function Row({ comparison: { id, name, state, notes, owner, updated_at } }: { comparison: SavedComparison }) {
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap">
      <Text component="div" fz="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <TextLink to="/c/$id" params={{ id }} fw={550} c="var(--dyno-ink)">
          {name}
        </TextLink>{' '}
        <Small span>
          {[whatOf(state), ...(notes ? ['with notes'] : [])].join(' · ')} · <MadeBy owner={owner} />
        </Small>
      </Text>
      <Small title={dateTime(updated_at)} style={{ whiteSpace: 'nowrap' }}>
        {ago(updated_at)}
      </Small>
    </Group>
  );
}

/** “3 sides, 12 runs”, or the factor of a split. */
function whatOf(state: Record<string, string>): string {
  const sides = filledSides(state);
  if (sides.length === 0) return state.factor ? `split by ${state.factor}` : 'split';
  const runs = sides.reduce((sum, letter) => sum + ids(state[letter]).length, 0);
  return `${plural(sides.length, 'side')}, ${plural(runs, 'run')}`;
}
