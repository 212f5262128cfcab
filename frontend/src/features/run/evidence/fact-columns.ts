import type { Run } from '@/api/types';
import { factText, flatFacts } from '@/components/words/facts';
import { memory } from '@/components/words/format';

import { networksOf } from '../activity/machines';

interface FactColumn {
  id: string;
  name: string;
}
interface FactRow {
  name: string;
  /** A text for each machine, in the order of the columns. */
  values: string[];
  differs: boolean;
}

type Flat = Map<string, string>;

/** New at every boot, or about the agent and not the host. */
const IDENTITY = new Set(['machine', 'namespace', 'abilities']);

const textOf = (name: string, value: unknown) =>
  name === 'memory_bytes' && typeof value === 'number' ? memory(value) : factText(value);

/** The fixed facts first, then what else the agent found. */
function flat({ more, ...fixedFacts }: Record<string, unknown>): Flat {
  const entries = [
    ...flatFacts(fixedFacts, IDENTITY),
    ...flatFacts((more ?? {}) as Record<string, unknown>, IDENTITY),
  ];
  return new Map(entries.map(([name, value]) => [name, textOf(name, value)]));
}

/** Facts of every machine side by side; hosts on one machine, and in one network, are one column. */
export function factTable({ hosts, facts }: Pick<Run, 'hosts' | 'facts'>): {
  columns: FactColumn[];
  rows: FactRow[];
} {
  const machines = networksOf(hosts).flatMap(({ id, name, hostIds }) => {
    const first = hosts.find((host) => host.host_id === hostIds[0]);
    const hostFacts = first && facts[first.host];
    return hostFacts ? [{ id, name, flat: flat(hostFacts) }] : [];
  });
  const names = new Set(machines.flatMap((machine) => [...machine.flat.keys()]));
  const rows = [...names].map((name) => {
    const values = machines.map((machine) => machine.flat.get(name) ?? '–');
    return { name, values, differs: new Set(values).size > 1 };
  });
  return { columns: machines.map(({ id, name }) => ({ id, name })), rows };
}

export function matching(rows: FactRow[], query: string | undefined): FactRow[] {
  const words = (query ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ name, values }) => {
    const text = `${name} ${values.join(' ')}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
