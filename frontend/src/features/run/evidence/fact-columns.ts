import type { Run } from '@/api/types';
import { bytes } from '@/components/words/format';

import { networksOf } from '../activity/machines';

export interface FactColumn {
  id: string;
  name: string;
}
export interface FactRow {
  name: string;
  /** A text for each machine, in the order of the columns. */
  values: string[];
  differs: boolean;
}

type Flat = Map<string, string>;

/** New at every boot, or about the agent and not the host. */
const IDENTITY = new Set(['machine', 'namespace', 'abilities']);

function worded(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (name === 'memory_bytes' && typeof value === 'number') return bytes(value);
  if (Array.isArray(value)) return value.join(', ');
  return String(value);
}

/** Nested facts by dotted names; the fixed ones first, then what else the agent found. */
function flat(facts: Record<string, unknown>, prefix = '', into: Flat = new Map()): Flat {
  const { more, ...fixed } = facts;
  for (const [name, value] of Object.entries(fixed)) {
    if (prefix === '' && IDENTITY.has(name)) continue;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      flat(value as Record<string, unknown>, `${prefix}${name}.`, into);
    else into.set(`${prefix}${name}`, worded(name, value));
  }
  if (more && typeof more === 'object') flat(more as Record<string, unknown>, prefix, into);
  return into;
}

/** Facts of every machine side by side; hosts on one machine, and in one network, are one column. */
export function factTable({ hosts, facts }: Pick<Run, 'hosts' | 'facts'>): {
  columns: FactColumn[];
  rows: FactRow[];
} {
  const found = networksOf(hosts).flatMap(({ id, name, hostIds }) => {
    const first = hosts.find((host) => host.host_id === hostIds[0]);
    const own = first && facts[first.host];
    return own ? [{ id, name, flat: flat(own) }] : [];
  });
  const names = new Set(found.flatMap((machine) => [...machine.flat.keys()]));
  const rows = [...names].map((name) => {
    const values = found.map((machine) => machine.flat.get(name) ?? '–');
    return { name, values, differs: new Set(values).size > 1 };
  });
  return { columns: found.map(({ id, name }) => ({ id, name })), rows };
}

export function matching(rows: FactRow[], query: string | undefined): FactRow[] {
  const words = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ name, values }) => {
    const text = `${name} ${values.join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
