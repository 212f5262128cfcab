/** Figures in words. How each kind is written is in backend/presentation/figures.json; what is absent is “–”. */

import { ABSENT, CHANGES, hasKind, isAbsent, type Maybe, write } from './figures';

export { ABSENT };

interface Quantity {
  value: string;
  unit: string;
}

/** 17127 → “17.1k”, 274687 → “274.7k”, 5.953 → “5.95”, 0 → “0”. */
export const figure = (value: Maybe) => write(value, 'figure');

/** Whole numbers with thin spaces: 3000000 → “3 000 000”. */
export const count = (value: Maybe) => write(value, 'count');

/** The digits that a write-up prints: 347540.6 → “347 540.6”. */
export const exact = (value: Maybe) => write(value, 'exact');

/** A value of a metric by its unit (`1/s`, `s`, `B/s`, `B`, `1`, and `share` for 0..1): “17.1k req/s”, “5.95 ms”. */
export const measure = (value: Maybe, unit: string) => write(value, unit);

/** measure(), number and unit apart. */
export function quantity(value: Maybe, unit: string): Quantity {
  const [number = '', name = ''] = measure(value, unit).split(' ');
  return { value: number, unit: name };
}

/** measure() with the digits that a write-up prints: “17 127.49 req/s”, “12.04 ms”. */
export const exactMeasure = (value: Maybe, unit: string) =>
  write(value, hasKind(`exact ${unit}`) ? `exact ${unit}` : unit);

export const rate = (value: Maybe) => measure(value, '1/s');
export const latency = (seconds: Maybe) => measure(seconds, 's');
export const bytes = (value: Maybe) => measure(value, 'B');
/** Memory of a host: “23.5 GiB”, as reports have it. */
export const memory = (value: Maybe) => write(value, 'memory');

/** A tick on an axis: as short as it gets, “10 ms”, “300k”. */
export function tick(value: number, unit: string): string {
  const { value: text, unit: name } = quantity(value, unit);
  const short = text.replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, '');
  return unit === '1/s' || !name ? short : `${short} ${name}`;
}

/** Coarse where the 95% interval is wide: a tenth of a percent says nothing where the noise is ±25%. */
const within = (kind: string, low?: Maybe, high?: Maybe) =>
  !isAbsent(low) && !isAbsent(high) && high - low >= CHANGES.coarse_from ? `coarse ${kind}` : kind;

/** A change: 0.267 → “+26.7%”, −0.004 → “−0.4%”; with its 95% interval no more exact than that allows: “+230%”. */
export const percent = (change: Maybe, low?: Maybe, high?: Maybe) =>
  write(change, within('change', low, high));

/** A change with the digits that a write-up prints: “+92.19%”. */
export const exactPercent = (change: Maybe) => write(change, 'exact change');

const bare = (text: string) => text.replace(/%$/, '');

/** A 95% interval of a change, in percent: “+15.9 … +38.5”. */
export const interval = (low: Maybe, high: Maybe) => bare(intervalPercent(low, high));

/** The same with its unit: “+15.9 … +38.5%”; of a high end past any scale only that. */
export function intervalPercent(low: Maybe, high: Maybe): string {
  if (isAbsent(low) || isAbsent(high)) return ABSENT;
  const end = high > CHANGES.largest_percent ? CHANGES.largest_percent_text : percent(high, low, high);
  return `${bare(percent(low, low, high))} … ${end}`;
}

/** What is compared by its difference, in the metric's unit: “+12”, “−3.00 ms”. */
export function difference(value: Maybe, unit: string): string {
  const text = measure(value, unit);
  return !isAbsent(value) && value > 0 ? `+${text}` : text;
}

/** A change as people count: “+26.7%” with “+22.5 … +31.0%”, from twice on “×3.3” with “2.3 … 4.7”; as the server's sentence has it. */
export function amount(change: Maybe, low: Maybe, high: Maybe): { value: string; interval: string } {
  if (isAbsent(change) || change < CHANGES.factor_from) {
    return { value: percent(change, low, high), interval: intervalPercent(low, high) };
  }
  if (isAbsent(low) || isAbsent(high)) return { value: `×${ratio(change, 0.5)}`, interval: ABSENT };
  const half = (high - low) / 2;
  return { value: `×${ratio(change, half)}`, interval: `${ratio(low, half)} … ${ratio(high, half)}` };
}

function ratio(change: number, half: number): string {
  if (change > CHANGES.largest_factor) return CHANGES.largest_factor_text;
  const isCoarse = change >= CHANGES.coarse_factor_from || half >= CHANGES.coarse_factor_half;
  const isFine = half < CHANGES.fine_factor_half;
  return write(1 + change, isCoarse ? 'coarse ratio' : isFine ? 'fine ratio' : 'ratio');
}

/** A share without a sign: 0.973 → “97%”. */
export const share = (value: Maybe) => write(value, 'whole share');

/** The size of a spread, 0.118 → “11.8%”. */
export const percentSize = (value: Maybe) => write(value, 'size of a change');

/** Two digits that matter: “2.3%”, “0.45%”, “12%”. */
export const shortPercent = (value: Maybe) => write(value, 'short share');

/** A spread or a noise floor: 0.045 → “±4.5%”. */
export const spread = (value: Maybe) => write(value, 'spread');

/** Times better or steadier: 7.62 → “7.62×”. */
export const times = (value: Maybe) => write(value, 'times');

/** A p-value: 0.0004 → “< 0.001”. */
export const pValue = (p: Maybe) => write(p, 'chance');

/** How long something takes: 125 → “2 min 5 s”; never less than nothing. */
export function span(seconds: Maybe): string {
  if (isAbsent(seconds)) return ABSENT;
  if (seconds < 59.5) return write(Math.max(0, seconds), 'seconds');
  const whole = Number(seconds.toFixed(0));
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60];
  if (minutes < 60) return rest ? `${minutes} min ${rest} s` : `${minutes} min`;
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
  return left ? `${hours} h ${left} min` : `${hours} h`;
}

const asDate = (when: string | number | Date) => new Date(typeof when === 'number' ? when * 1000 : when);

/** How long ago; numbers are epoch seconds, as in the API. */
export function ago(when: string | number | Date | null | undefined, now: Date = new Date()): string {
  if (when === null || when === undefined || when === '') return ABSENT;
  const seconds = (now.getTime() - asDate(when).getTime()) / 1000;
  if (!Number.isFinite(seconds)) return ABSENT;
  if (seconds < 10) return 'just now';
  if (seconds < 60) return `${Math.floor(seconds)} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86400)} d ago`;
}

/** Date and time in the reader's zone: “21 Nov 2026, 01:20”. */
export function dateTime(when: string | number | Date | null | undefined): string {
  if (when === null || when === undefined || when === '') return ABSENT;
  const date = asDate(when);
  if (Number.isNaN(date.getTime())) return ABSENT;
  return date.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}

/** “round 3”; of a baseline that a long round measures several times also “round 3, trial 2 of it”. */
export const roundWords = (round: number, repeat = 1) =>
  repeat > 1 ? `round ${round}, trial ${repeat} of it` : `round ${round}`;

/** A first word such as “net.core.somaxconn” is a name, which keeps its letters. */
const BEGINS_WITH_NAME = /^\S*[\w)][._/=]\w/;

export const capital = (text: string) =>
  BEGINS_WITH_NAME.test(text) ? text : text.slice(0, 1).toUpperCase() + text.slice(1);

/** “from 8.91k to 10.2k req/s”. */
export const rangeWords = (range: number[] | undefined, unit: string) =>
  range ? `from ${measure(range[0], unit)} to ${measure(range[1], unit)}` : '';

/** “1 trial”, “5 trials”. */
export const plural = (n: number, word: string) => `${count(n)} ${word}${n === 1 ? '' : 's'}`;

/** A verdict as people read it: “fails more”; what halving left out is eliminated. */
export const verdictText = (verdict: string) => VERDICT_WORDS[verdict] ?? verdict.replace('_', ' ');

const VERDICT_WORDS: Record<string, string> = { left_out: 'eliminated', interim: 'no verdict' };
