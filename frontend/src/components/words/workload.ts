import type { Ceiling, RunSummary, Workload } from '@/api/types';

import { count, plural, span } from './format';
import { DEFAULT_TOOL } from './tools';

export const TOPOLOGY_LABELS: Record<RunSummary['topology'], string> = {
  proxied: 'proxied',
  direct: 'direct',
  proxy_only: 'proxy only',
};

export const TOPOLOGY_OPTIONS = Object.entries(TOPOLOGY_LABELS).map(([value, label]) => ({ value, label }));

/** “64 connections”, “2 000 requests/s”: a load of a search, or the gap between two. */
export const loadText = (of: Ceiling['of'], load: number) =>
  of === 'rate' ? `${count(load)} requests/s` : plural(load, 'connection');

const WORDS: ((workload: Workload) => string)[] = [
  ({ tool = DEFAULT_TOOL }) => tool,
  ({ threads = 1 }) => (threads > 1 ? plural(threads, 'thread') : ''),
  ({ processes = 1 }) => (processes > 1 ? `${processes} processes` : ''),
  ({ hosts = 1 }) => (hosts !== 1 ? `${hosts} hosts` : ''),
  ({ connections = 1, unknown = [] }) =>
    unknown.includes('connections') ? 'connections unknown' : plural(connections, 'connection'),
  ({ rate, rate_words: words }) => words || (rate ? loadText('rate', rate) : ''),
  ({ hold }) => (hold ? `beside ${count(hold.connections)} held` : ''),
  ({ protocol, streams }) =>
    protocol === 'h1'
      ? 'HTTP/1.1'
      : protocol || streams
        ? `HTTP/2 with ${plural(streams ?? 1, 'stream')} a connection`
        : '',
  ({ keepalive = true }) => (keepalive ? 'keep-alive' : 'a new connection per request'),
  ({ duration_s, requests, unknown = [] }) =>
    unknown.includes('length')
      ? 'length unknown'
      : duration_s
        ? `${span(duration_s)} a trial`
        : `${count(requests)} requests a trial`,
  ({ path = '/', mix_words: mix = '' }) => mix || (path === '/' ? '' : path),
];

/** “8 / 16 / 32 connections”: what all end in is said once. */
function oneOf(words: string[]): string {
  const unit = words[0]?.replace(/^[\d\s]+/, '') ?? '';
  const shared = unit !== '' && words.every((word) => word.replace(/^[\d\s]+/, '') === unit);
  return words
    .map((word, n) => (shared && n < words.length - 1 ? word.slice(0, -unit.length).trim() : word))
    .join(' / ');
}

/** “tool · 2 threads · 32 connections · keep-alive · 1 s a trial”; where workloads differ, all that occur. */
export function workloadWords(workloads: Workload[]): string {
  const each = WORDS.map((word) => oneOf([...new Set(workloads.map(word))].filter(Boolean)));
  return each.filter(Boolean).join(' · ');
}
