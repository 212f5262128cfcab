import { Group, Select } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';

import { samplesQuery } from '@/api/queries/runs';
import type { Comparison } from '@/api/types';
import { TimeSeries } from '@/components/charts/time/time-series';
import { timeTable } from '@/components/charts/data-table/chart-tables';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ChartSkeleton } from '@/components/ui/feedback/loading';

import { pairAt, type SideOfPair, sidesOfPair } from '../selection/sides';
import { useCompare } from '../selection/compare-state';

import { KINDS, laidOver, readingOf } from './overlay-data';

type Dot = SideOfPair['run']['dots'][number];

const validDots = ({ run }: SideOfPair): Dot[] =>
  run.dots.filter(({ state, trial_id }) => state === 'done' && trial_id !== '');

/** The trial of this round; without one the first valid trial. */
const trialOf = (side: SideOfPair, round: number) =>
  validDots(side).find((dot) => dot.round === round) ?? validDots(side)[0];

/** The course of one trial per side, second by second on one clock. */
export function TimeOverlay({ comparison }: { comparison: Comparison }) {
  const { search, set } = useCompare();
  const sides = sidesOfPair(comparison, pairAt(comparison, search.pair)).filter(
    (side) => validDots(side).length > 0,
  );
  const rounds = [...new Set(sides.flatMap((side) => validDots(side).map((dot) => dot.round)))].sort(
    (x, y) => x - y,
  );
  const round = rounds.find((candidate) => String(candidate) === search.round) ?? rounds[0] ?? 1;
  const trials = sides.map((side) => ({ side, dot: trialOf(side, round) }));
  const activityQueries = useQueries({
    queries: trials.map(({ side, dot }) => ({
      ...samplesQuery(side.run.id, dot?.trial_id),
      staleTime: 60_000,
    })),
  });
  const pending = activityQueries.some((query) => query.isPending);
  const readings = KINDS.map((kind) => ({
    kind,
    lines: trials.map(({ side }, n) => {
      const data = activityQueries[n]?.data;
      const { name, colour, dash } = side;
      return { name, colour, dash, reading: data ? readingOf(data, kind) : null };
    }),
  })).filter(({ lines }) => lines.some(({ reading }) => reading !== null));
  const shownReading = readings.find(({ kind }) => kind.value === search.series) ?? readings[0];
  // imported runs, and repeats that stand for several trials, have none
  if (!pending && (trials.length === 0 || !shownReading)) return null;
  const { times, lines } = laidOver(shownReading?.lines ?? []);
  const unit = shownReading?.kind.unit ?? '1';
  const few = times.length < 4;
  const missing = shownReading?.lines.filter(({ reading }) => reading === null).map(({ name }) => name) ?? [];
  return (
    <ChartSection
      id="course"
      name="course"
      title="Second by second"
      subtitle={shownReading && `— ${shownReading.kind.label}, one trial a side`}
      table={() => timeTable(times, lines, unit)}
      bare={pending || few}
      aside={
        <Group gap="xs">
          <Select
            aria-label="Series"
            size="xs"
            w={170}
            allowDeselect={false}
            data={readings.map(({ kind }) => ({ value: kind.value, label: kind.label }))}
            value={shownReading?.kind.value ?? null}
            onChange={(next) => set({ series: next === KINDS[0]?.value ? undefined : (next ?? undefined) })}
          />
          {rounds.length > 1 && (
            <Select
              aria-label="Round"
              size="xs"
              w={110}
              allowDeselect={false}
              data={rounds.map((candidate) => ({ value: String(candidate), label: `round ${candidate}` }))}
              value={String(round)}
              onChange={(next) =>
                set({ round: next === String(rounds[0]) ? undefined : (next ?? undefined) })
              }
            />
          )}
        </Group>
      }
      caption={`${shownReading?.kind.text ?? ''} Each trial starts at 0 s. ${comparison.paired ? 'All are of the same round.' : ''}${missing.length ? ` No readings of ${missing.join(', ')}.` : ''}`}
    >
      {pending && <ChartSkeleton height={200} />}
      {!pending && few && (
        <EmptyState
          plain
          title="Too short for curves"
          text="Hosts are sampled once a second; trials of about 5 s or more are drawn."
        />
      )}
      {!pending && !few && (
        <TimeSeries
          times={times}
          lines={lines}
          unit={unit}
          label={shownReading?.kind.label ?? ''}
          height={200}
        />
      )}
    </ChartSection>
  );
}
