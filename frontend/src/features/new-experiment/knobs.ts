import type { Knob } from '@/api/types';
import { count, plural } from '@/components/format';

import type { KnobMap, Value } from './definition';

/** As nginx writes it: switches are on and off. */
export const valueText = (value: Value | null) =>
  value === null ? 'default' : typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value);

/** “worker_processes”: the part of a knob's name that is enough within a variant. */
export const shortName = (name: string) => name.replace(/^nginx\./, '');

/** What a map of knobs changes, in a few words: “worker_processes 2”, “3 knobs”, “no change”. */
export function summaryOf(set: KnobMap = {}): string {
  const entries = Object.entries(set);
  const [first] = entries;
  if (!first) return 'no change';
  return entries.length === 1
    ? `${shortName(first[0])} ${valueText(first[1])}`
    : plural(entries.length, 'knob');
}

/** Knobs whose name, text or family has every word, names first. */
export function searchKnobs(knobs: readonly Knob[], query: string): Knob[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const named = knobs.filter(({ name }) => has(name));
  const told = knobs.filter((knob) => !named.includes(knob) && has(`${knob.name} ${knob.text} ${knob.role}`));
  return [...named, ...told];
}

/** “1 … 1024 processes”, “on, off”: which values a knob takes. */
export function rangeOf({ type, minimum, maximum, unit, choices }: Knob): string {
  const limits =
    minimum == null || maximum == null ? '' : `${count(minimum)} … ${count(maximum)} ${unit}`.trim();
  switch (type) {
    case 'switch':
      return 'on, off';
    case 'choice':
      return choices.join(', ');
    case 'auto_int':
      return `auto, ${limits}`;
    case 'cpu_list':
      return 'CPU list such as 0-3 or 0,2';
    case 'affinity':
      return 'auto, or one bit mask a worker such as 01 10';
    case 'open_file_cache':
      return 'off, or max=1000 inactive=20s';
    case 'duration':
      return `a time such as 60s, 500ms or 2m; ${limits}`;
    case 'size':
      return `bytes such as 612, 4k or 1m; ${limits}`;
    default:
      return limits;
  }
}

/** A value to start from when a knob is picked: one that is not what happens anyway. */
export function startValue(knob: Knob): Value {
  switch (knob.type) {
    case 'switch':
      return !knob.default.startsWith('on');
    case 'choice':
      return knob.choices.find((choice) => choice !== knob.default) ?? knob.default;
    case 'auto_int':
    case 'affinity':
      return 'auto';
    case 'cpu_list':
      return '0';
    case 'open_file_cache':
      return 'max=1000 inactive=20s';
    case 'duration':
      return knob.default;
    default: {
      const usual = Number.parseInt(knob.default, 10);
      return Number.isNaN(usual) ? Math.min(32, knob.maximum ?? 32) : usual;
    }
  }
}

/** Text as the definition keeps it: whole numbers as numbers. */
export const typedValue = (text: string): Value => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : text);
