import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { deltasQuery } from '@/api/queries/experiments';
import type { Experiment, Metric } from '@/api/types';
import { PlainLink } from '@/components/ui/navigation/plain-link';
import { figure, percent, plural } from '@/components/words/format';
import { isUnfinished } from '@/components/words/states';
import { Muted, Small } from '@/components/ui/labels/texts';
import { metricNamed } from '@/components/words/metrics';

import { changeText } from '../deltas/delta-rows';
import { metricWords } from '../view/metrics';
import type { Scope } from '../view/scope';

import classes from './live-standings.module.css';
import { leadWords, type Place, rankVariants } from './standings';

const ROW_PX = 30;
const SHOWN = 6;

interface LiveStandingsProps {
  experiment: Experiment;
  scope: Scope;
  /** The metric in the address. */
  metricName?: string;
}

/** Who leads, from the first trial on: means with intervals that become narrower. */
export function LiveStandings({ experiment, scope, metricName }: LiveStandingsProps) {
  const metric = metricNamed(metricName);
  const { data: deltas } = useQuery(deltasQuery(experiment.id, metric.name));
  const [all, setAll] = useState(false);
  const places = useMemo(() => rankVariants(scope, deltas, metric), [scope, deltas, metric]);
  const rankedPlaces = places.filter(({ place }) => place !== null);
  const most = Math.max(
    0,
    ...rankedPlaces.map(({ mean, half }) => (mean ?? 0) + Math.min(half ?? 0, mean ?? 0)),
  );
  const shownPlaces = all ? places : places.slice(0, SHOWN);
  const rest = places.length - SHOWN;
  return (
    <div>
      <Text fz="sm" fw={550} mb={6}>
        Who leads{' '}
        <Muted span fw={400}>
          in {metricWords(metric)}
          {scope.workloads.length > 1 ? `, ${scope.workload}` : ''}
        </Muted>
      </Text>
      <ol className={classes.standings} style={{ height: shownPlaces.length * ROW_PX }}>
        {shownPlaces
          .map((place, n) => ({ place, n }))
          // Each keeps its element and moves to its new place.
          .sort((a, b) => a.place.run.position - b.place.run.position)
          .map(({ place, n }) => (
            <Row key={place.run.id} place={place} n={n} most={most} metric={metric} />
          ))}
      </ol>
      {rest > 0 && (
        <Button variant="subtle" size="compact-xs" onClick={() => setAll(!all)}>
          {all ? `Show the first ${SHOWN}` : `Show ${plural(rest, 'more variant')}`}
        </Button>
      )}
      <Small mt={4}>
        {leader(places, metric)} Line: 95% interval of the mean.{' '}
        {isUnfinished(experiment.state) && 'There is no verdict before the end.'}
      </Small>
    </div>
  );
}

function leader(places: Place[], metric: Metric): string {
  const [first] = places;
  if (first?.place == null) return 'Nothing is measured yet.';
  const words = leadWords(places, metric);
  return words ? `${first.run.variant}: ${words}.` : '';
}

interface RowProps {
  place: Place;
  n: number;
  most: number;
  metric: Metric;
}

function Row({ place: { run, place, mean, half, change, delta }, n, most, metric }: RowProps) {
  const share = (value: number) => `${(100 * Math.min(Math.max(value, 0), most)) / (most || 1)}%`;
  return (
    <li
      className={classes.row}
      style={{ transform: `translateY(${n * ROW_PX}px)`, height: ROW_PX }}
      data-first={place === 1}
      data-baseline={run.is_baseline}
      aria-posinset={n + 1}
    >
      <span className={classes.place}>{place ?? '–'}</span>
      <PlainLink href={`/runs/${run.id}`} className={classes.name}>
        {run.variant}
      </PlainLink>
      <span className={classes.track} aria-hidden>
        {place !== null && mean !== null && <span className={classes.bar} style={{ width: share(mean) }} />}
        {place !== null && mean !== null && half !== null && (
          <span
            className={classes.whisker}
            style={{ left: share(mean - half), right: `calc(100% - ${share(mean + half)})` }}
          />
        )}
      </span>
      <span className={classes.figure}>{mean === null ? 'not yet' : figure(mean)}</span>
      <span className={classes.change}>
        {run.is_baseline
          ? 'baseline'
          : mean !== null && place === null
            ? 'context'
            : metric.zero_ok
              ? changeText(change, metric)
              : percent(change, delta?.low, delta?.high)}
      </span>
    </li>
  );
}
