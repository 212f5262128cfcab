import { diffChars } from 'diff';

import type { Knob } from '@/api/types';
import { hasWords } from '@/components/words/find';
import { bytes, count, plural } from '@/components/words/format';
import { shortKnob, shortValue } from '@/components/words/knobs';

import type { KnobMap, Value } from '../draft/definition';

import { titleOf } from './knob-families';

/** A value as it is wantedName: switches are on and off. */
export const typedText = (value: Value | null) =>
  value === null ? '' : typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);

const BYTES = ['B', 'bytes'];

/** A number of bytes that is long to read, as “35.3 kB”. */
export const sizeText = (knob: Knob | undefined, value: unknown): string | undefined =>
  knob && BYTES.includes(knob.unit) && typeof value === 'number' && value >= 1000 ? bytes(value) : undefined;

/** What a map of knobs changes, in a few words: “worker_processes 2”, “3 knobs”, “no change”. */
export function summaryOf(set: KnobMap = {}): string {
  const entries = Object.entries(set);
  const [first] = entries;
  if (!first) return 'no change';
  return entries.length === 1
    ? `${shortKnob(first[0])} ${shortValue(first[1])}`
    : plural(entries.length, 'knob');
}

/** Knobs whose name, text, host or family has every word: a setting of that very name first, then by name. */
export function searchKnobs(knobs: readonly Knob[], query: string): Knob[] {
  const rankOf = (knob: Knob) => {
    const { name, text, role, family } = knob;
    const wantedName = query.trim().toLowerCase();
    if (name === wantedName || lastPartOf(name) === wantedName) return 0;
    if (hasWords(name, query)) return knob.flavour ? 2 : 1;
    return hasWords(`${name} ${text} ${role} ${titleOf(family)}`, query) ? 3 : undefined;
  };
  const ranks = new Map(knobs.map((knob) => [knob, rankOf(knob)]));
  return knobs
    .filter((knob) => ranks.get(knob) !== undefined)
    .toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
}

const lastPartOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

const MIN_LIKENESS = 0.7;
const MAX_COMPARED = 60; // characters
const MAX_NEAR = 3;

/** Knobs whose name is spelt almost like a query that finds none, the nearest first. */
export function knobsSpeltLike(knobs: readonly Knob[], query: string): Knob[] {
  const wantedName = query.trim().toLowerCase().replace(/\s+/g, '_').slice(0, MAX_COMPARED);
  return knobs
    .map((knob) => ({
      knob,
      likeness: Math.max(likeness(wantedName, knob.name), likeness(wantedName, lastPartOf(knob.name))),
    }))
    .filter((option) => option.likeness >= MIN_LIKENESS)
    .toSorted((a, b) => b.likeness - a.likeness)
    .slice(0, MAX_NEAR)
    .map(({ knob }) => knob);
}

/** Share of characters that two texts have in common in the same order: 0 … 1. */
function likeness(first: string, second: string): number {
  const common = diffChars(first, second).filter((change) => !change.added && !change.removed);
  return (2 * common.reduce((sum, { count }) => sum + count, 0)) / (first.length + second.length || 1);
}

/** “1 … 1024 processes”, “on, off”: which values a knob takes. */
export function rangeOf(knob: Knob): string {
  const { type, minimum, maximum, unit, choices } = knob;
  const limits =
    minimum == null || maximum == null ? '' : `${count(minimum)} … ${count(maximum)} ${unit}`.trim();
  const also = (text: string) => [text, limits].filter(Boolean).join('; ');
  switch (type) {
    case 'switch':
      return 'on, off';
    case 'choice':
      return choices.join(', ');
    case 'auto_int':
      return `auto, ${limits}`;
    case 'server':
      return 'name of a server of the host';
    case 'cpu_list':
      return 'CPU list such as 0-3 or 0,2';
    case 'affinity':
      return 'auto, or one bit mask per worker such as 01 10';
    case 'open_file_cache':
      return 'off, or max=1000 inactive=20s';
    case 'duration':
      return also('a time such as 60s, 500ms or 2m');
    case 'size':
      return also('bytes such as 612, 4k or 1m');
    case 'numbers':
      return also(
        knob.count
          ? `${plural(knob.count, 'whole number')} separated by spaces`
          : 'whole numbers separated by spaces',
      );
    case 'words':
      return `one or more of ${choices.join(', ')}`;
    case 'buffers':
      return 'number and size such as 8 4k';
    case 'mime_types':
      return 'types such as text/plain application/json, or *';
    case 'expires':
      return 'off, epoch, max, or a time such as 30s or 7d';
    case 'so_keepalive':
      return 'on, off, or IDLE:INTERVAL:COUNT such as 30m::10';
    case 'session_cache':
      return 'off, none, builtin, or shared:SSL:10m';
    case 'ciphers':
      return 'an OpenSSL cipher list such as HIGH:!aNULL';
    case 'curves':
      return 'auto, or names such as X25519:prime256v1';
    case 'addresses':
      return 'addresses such as 10.0.0.5:8080 separated by spaces';
    case 'irq_affinity':
      return 'PATTERN=CPUS such as eth0*=0; several separated by spaces';
    case 'text':
      return 'nginx directives, one or more lines';
    case 'word':
      return choices.length > 0 ? choices.join(', ') : limits;
    default:
      return limits;
  }
}

export const SCOPES: Record<Knob['scope'], { word: string; hint: string; changes: boolean }> = {
  process: {
    word: 'only its own processes',
    hint: 'Applies only to processes the agent starts; nothing else on the host is affected.',
    changes: false,
  },
  namespace: {
    word: 'changes the host, restored afterwards',
    hint: 'Applies to the host’s whole network namespace. The agent records the previous value and restores it.',
    changes: true,
  },
  host: {
    word: 'changes the host, restored afterwards',
    hint: 'Applies to the whole host. The agent records the previous value and restores it.',
    changes: true,
  },
};

const COSTS: Record<string, string> = {
  restart: 'costs a restart, ahead of the trial',
  apply: 'takes a moment before its trials',
};

/** What it costs to change a knob between two trials. */
export const costOf = ({ cost, setting }: Pick<Knob, 'cost' | 'setting'>) =>
  COSTS[setting ? 'apply' : cost] ?? cost;

/** Where a knob acts: “proxy host, only its own processes”. */
export function placeWords({ role, scope }: Pick<Knob, 'role' | 'scope'>): string {
  const reach = scope === 'namespace' ? 'whole network namespace' : scope === 'host' ? 'whole host' : '';
  return [`${role} host`, reach].filter(Boolean).join(', ');
}

const STARTS = {
  buffers: '8 16k',
  mime_types: 'text/html text/plain',
  expires: '1h',
  so_keepalive: 'on',
  session_cache: 'shared:SSL:10m',
  ciphers: 'HIGH:!aNULL:!MD5',
  curves: 'X25519',
  addresses: '',
  server: '',
};

/** A value to start from when a knob is picked: one that is not what happens anyway. */
export function startValue(knob: Knob, current?: string): Value {
  switch (knob.type) {
    case 'switch':
      return !/^(on|running)\b/.test(current ?? knob.default);
    case 'choice':
      return knob.choices.find((choice) => choice !== knob.default) ?? knob.default;
    case 'auto_int':
    case 'affinity':
      return 'auto';
    case 'cpu_list':
      return '0';
    case 'open_file_cache':
      return 'max=1000 inactive=20s';
    case 'irq_affinity':
      return current?.split(' ')[0] ?? 'eth*=0';
    case 'text':
      return current ?? '';
    case 'words':
      return knob.choices.at(-1) ?? '';
    case 'buffers':
    case 'mime_types':
    case 'expires':
    case 'so_keepalive':
    case 'session_cache':
    case 'ciphers':
    case 'curves':
    case 'addresses':
    case 'server':
      return STARTS[knob.type];
    case 'duration':
      return /\d+(ms|s|m|h|d)?/.exec(knob.default)?.[0] ?? '60s';
    case 'size':
      return typedValue(/\d+[kmg]?/i.exec(knob.default)?.[0] ?? '4k');
    case 'numbers':
    case 'word':
      return typedValue(current ?? knob.choices[0] ?? (/^-?\d+$/.test(knob.default) ? knob.default : ''));
    default: {
      const usual = Number.parseInt(current ?? knob.default, 10);
      return Number.isNaN(usual) ? Math.min(32, knob.maximum ?? 32) : usual;
    }
  }
}

/** Text as the definition keeps it: whole numbers as numbers. */
export const typedValue = (text: string): Value => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : text);
