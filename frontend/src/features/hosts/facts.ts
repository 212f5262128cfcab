import type { Host } from '@/api/types';
import { bytes, count } from '@/components/format';

type Facts = Host['facts'];

const YES_NO = (value: boolean) => (value ? 'yes' : 'no');

function worded(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return YES_NO(value);
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value;
  return JSON.stringify(value);
}

/** The fixed facts first, in words; then what else the agent found, as it comes. */
export function factRows(facts: Facts): { key: string; value: string }[] {
  const fixed: [string, string][] = [
    ['Host name', facts.hostname],
    ['Machine', facts.machine],
    ['System', facts.os],
    ['Kernel', facts.kernel],
    ['CPU model', facts.cpu_model],
    ['CPUs', `${facts.cpus} (${facts.online_cpus})`],
    ['Memory', bytes(facts.memory_bytes)],
    ['Virtualisation', facts.virtualization || 'none found'],
    ['Open files limit', count(facts.nofile)],
    ['Runs as root', YES_NO(facts.is_root)],
    ['nginx', facts.nginx ? `${facts.nginx.version}` : 'not found'],
    ...Object.entries(facts.tools ?? {}),
  ];
  const more = Object.entries(facts.more ?? {}).map(([key, value]): [string, string] => [key, worded(value)]);
  return [...fixed, ...more].map(([key, value]) => ({ key, value: value || '–' }));
}
