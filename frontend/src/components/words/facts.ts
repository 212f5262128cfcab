import type { HostFacts } from '@/api/types';

const NO_NAMES: ReadonlySet<string> = new Set();

/** What an agent found, in words: “yes”, “a, b”; what is absent is “–”. */
export function factText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.map(factText).join(', ') : String(value);
}

/** Facts within facts by dotted names; `skip` names some of the outermost. */
export function flatFacts(
  facts: Record<string, unknown>,
  skip: ReadonlySet<string> = NO_NAMES,
): [string, unknown][] {
  return Object.entries(facts).flatMap(([name, value]): [string, unknown][] => {
    if (skip.has(name)) return [];
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return [[name, value]];
    return flatFacts(value as Record<string, unknown>).map(([rest, one]) => [`${name}.${rest}`, one]);
  });
}

/** Kernel settings that the host reported, by key. */
export function kernelSettingsOf({ more }: Pick<HostFacts, 'more'>): Record<string, string> {
  const found: unknown = more?.sysctl;
  return found && typeof found === 'object' ? (found as Record<string, string>) : {};
}
