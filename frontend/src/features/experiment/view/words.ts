import type { Experiment, RunSummary, Workload } from '@/api/types';
import { count, plural, span } from '@/components/words/format';
import { DEFAULT_TOOL } from '@/components/words/tools';

const WORDS: ((workload: Workload) => string)[] = [
  ({ tool = DEFAULT_TOOL }) => tool,
  ({ connections = 1, unknown = [] }) =>
    unknown.includes('connections') ? 'connections unknown' : plural(connections, 'connection'),
  ({ keepalive = true }) => (keepalive ? 'keep-alive' : 'a new connection per request'),
  ({ duration_s, requests, unknown = [] }) =>
    unknown.includes('length')
      ? 'length unknown'
      : duration_s
        ? `${span(duration_s)} a trial`
        : `${count(requests)} requests a trial`,
];

/** “tool · from 64 to 4 096 connections · …”: what a search for the ceiling applies. */
export function loadWords({ run_list, ceiling }: Pick<Experiment, 'run_list' | 'ceiling'>): string {
  const words = workloadWords(run_list);
  if (!ceiling) return words;
  const range = `from ${count(ceiling.first)} to ${count(ceiling.to)} connections`;
  return words.replace(plural(ceiling.first, 'connection'), range);
}

/** “8 / 16 / 32 connections”: what all end in is said once. */
function oneOf(words: string[]): string {
  const unit = words[0]?.replace(/^[\d\s]+/, '') ?? '';
  const shared = unit !== '' && words.every((word) => word.replace(/^[\d\s]+/, '') === unit);
  return words
    .map((word, n) => (shared && n < words.length - 1 ? word.slice(0, -unit.length).trim() : word))
    .join(' / ');
}

/** “tool · 32 connections · keep-alive · 1 s a trial”; where workloads differ, all that occur. */
export function workloadWords(runs: Pick<RunSummary, 'workload'>[]): string {
  const each = WORDS.map((word) => oneOf([...new Set(runs.map(({ workload }) => word(workload)))]));
  return each.filter(Boolean).join(' · ');
}
