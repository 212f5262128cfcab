import { Group, Text } from '@mantine/core';

import type { Delta, Run } from '@/api/types';
import {
  count,
  figure,
  intervalPercent,
  latency,
  measure,
  percent,
  plural,
  quantity,
  rangeWords,
  spread,
} from '@/components/words/format';
import { StatCard } from '@/components/ui/layout/stat-card';
import { Judged } from '@/components/ui/labels/judged';

import { failuresOf, hasEnded } from './trials';
import classes from './run.module.css';

/** The numbers that matter: throughput, latency, failures, and what a request costs. */
export function StatCards({ run }: { run: Run }) {
  const figureOf = (name: string) => run.figures.find(({ metric }) => metric === name);
  const rate = figureOf('requests_per_s');
  return (
    <div className={classes.cards}>
      <StatCard
        label="Requests per second"
        value={figure(rate?.mean)}
        unit="req/s"
        aside={
          rate && rate.n > 1 ? (
            <span title={spreadHint(run, 'requests_per_s', '1/s')}>{spread(rate.cv)}</span>
          ) : null
        }
      >
        <DeltaWords delta={rate?.delta} run={run} full />
        {rate?.low != null && (
          <div>
            {plural(rate.n, 'trial')}, 95% interval of the mean {figure(Math.max(0, rate.low))} …{' '}
            {figure(rate.high)}
          </div>
        )}
      </StatCard>
      <LatencyCard label="Mean latency" run={run} metric="latency_mean" />
      <LatencyCard label="p99 latency" run={run} metric="latency_p99" />
      <FailedCard run={run} />
      {run.origin !== 'imported' && <CpuCard run={run} />}
    </div>
  );
}

const spreadHint = (run: Run, metric: string, unit: string) =>
  `Coefficient of variation of its trials, ${rangeWords(run.range?.[metric], unit)}; the figure is their mean`;

function LatencyCard({ label, run, metric }: { label: string; run: Run; metric: string }) {
  const latencyFigure = run.figures.find((candidate) => candidate.metric === metric);
  const { value, unit } = quantity(latencyFigure?.mean, 's');
  return (
    <StatCard
      label={label}
      value={value}
      unit={unit}
      aside={
        latencyFigure && latencyFigure.n > 1 ? (
          <span title={spreadHint(run, metric, 's')}>{spread(latencyFigure.cv)}</span>
        ) : null
      }
    >
      {latencyFigure ? <DeltaWords delta={latencyFigure.delta} run={run} /> : 'The tool did not report it'}
    </StatCard>
  );
}

const tone = ({ verdict }: Delta) =>
  verdict === 'better' || verdict === 'worse' ? `var(--dyno-${verdict}-ink)` : 'var(--dyno-ink)';

/** Trials at different loads are not compared; the ceilings are. */
const searchWords = ({ clean, change }: NonNullable<Run['ceiling']>) =>
  `At ${count(clean)} connections` +
  (change === null ? '.' : `; that number is ${percent(change)} against the baseline’s.`);

/** Change against the baseline with its interval and verdict; what limited both sides is said in one card. */
function DeltaWords({ delta, run, full = false }: { delta?: Delta | null; run: Run; full?: boolean }) {
  if (run.ceiling) return full ? searchWords(run.ceiling) : null;
  if (run.is_baseline) return full ? 'The baseline: the others are compared with it.' : null;
  if (!delta) return full ? 'No baseline to compare with.' : null;
  return (
    <>
      <Group gap="2px 8px">
        <Text span fz="sm" fw={650} c={tone(delta)} className="dyno-figure">
          {percent(delta.change, delta.low, delta.high)}
        </Text>
        <Judged
          delta={full ? delta : { ...delta, limited: undefined }}
          detail={`${delta.reason} What matters here: ${spread(delta.min_effect)}.`}
        />
        <span>{delta.low == null ? 'no interval' : `[${intervalPercent(delta.low, delta.high)}]`}</span>
      </Group>
      {full && run.baseline && <div>against {run.baseline.name}</div>}
    </>
  );
}

function FailedCard({ run }: { run: Run }) {
  const endedTrials = run.trials.filter(hasEnded);
  const { failedCount, requests, kinds } = failuresOf(endedTrials);
  if (endedTrials.every(({ figures }) => figures.failed_requests == null))
    return (
      <StatCard label="Failed requests" value={count(null)}>
        Not reported
      </StatCard>
    );
  return (
    <StatCard
      label="Failed requests"
      value={count(failedCount)}
      aside={`of ${figure(requests)}`}
      tone={failedCount > 0 ? 'worse' : undefined}
    >
      {failedCount > 0
        ? kinds.join(', ') || 'The tool does not say why.'
        : 'Every answer was 2xx or 3xx, in every trial.'}
    </StatCard>
  );
}

const ROLES = ['proxy', 'backend', 'load'];

function CpuCard({ run }: { run: Run }) {
  const knownRoles = ROLES.filter((role) => run.cpu_per_request[role] !== undefined);
  const [main, ...otherRoles] = knownRoles;
  const { value, unit } = quantity(main ? run.cpu_per_request[main] : null, 's');
  const cpuFigure = run.figures.find(({ metric }) => metric === 'cpu_s_per_request');
  return (
    <StatCard label="CPU per request" value={value} unit={main && `${unit} ${main}`}>
      {cpuFigure && <DeltaWords delta={cpuFigure.delta} run={run} />}
      {otherRoles.map((role) => `${role} ${latency(run.cpu_per_request[role])}`).join(' · ')}
      {main && <div>CPU time of the processes under test only</div>}
      {!main && measure(null, 's') && 'Not measured'}
    </StatCard>
  );
}
