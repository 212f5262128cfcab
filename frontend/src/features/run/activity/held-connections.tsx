import type { TrialDetail } from '@/api/types';
import { count } from '@/components/words/format';
import { Small, Strong } from '@/components/ui/labels/texts';

/** What a trial held beside its load, at both ends; nothing where it held none. */
export function HeldConnections({ trial }: { trial: TrialDetail }) {
  const windows = Object.values(trial.windows);
  const report = windows.map((window) => window.held_connections).find((counts) => counts != null);
  if (!report) return null;
  const connections = windows
    .flatMap(({ servers = {} }) => Object.values(servers))
    .map(({ active_begin: begin, active_end: end }) => [begin ?? 0, end ?? 0] as const)
    .sort(([a], [b]) => b - a)[0];
  const {
    goal,
    at_begin: begin,
    at_end: end,
    closes = 0,
    losses = 0,
    requests = 0,
    ramp_s: ramp = 0,
  } = report;
  const server = connections?.[0]
    ? `; nginx had ${count(connections[0])} and ${count(connections[1])} open`
    : '';
  const missing = [
    closes > 0 && `The server closed ${count(closes)}.`,
    losses > 0 && `${count(losses)} were lost with a generator that ended.`,
  ].filter(Boolean);
  return (
    <Small>
      <Strong>Held connections</Strong> {count(begin)} at the beginning and {count(end)} at the end, of{' '}
      {count(goal)}
      {server}. They were opened in {ramp.toFixed(0)} s and asked {count(requests)} times meanwhile.{' '}
      {missing.join(' ')}
    </Small>
  );
}
