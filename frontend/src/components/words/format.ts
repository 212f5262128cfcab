/** Figures as engineers write them. Nothing in here ever returns NaN: what is absent is “–”. */

export const ABSENT = '–';
const MINUS = '−';
const THIN = '\u202f';

type Maybe = number | null | undefined;
export interface Quantity {
  value: string;
  unit: string;
}

const absent = (value: Maybe): value is null | undefined =>
  value === null || value === undefined || !Number.isFinite(value);

const withTrueMinus = (text: string) => text.replace('-', MINUS);

/** Three digits that matter, and never fewer than one decimal once a prefix is used: 8.91, 17.1, 274.7. */
function digits(value: number, prefixed: boolean): string {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (!prefixed && size >= 100) return value.toFixed(0);
  const decimals =
    size >= 99.95 ? 1 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3 - Math.ceil(Math.log10(size));
  return value.toFixed(Math.min(decimals, 8));
}

const trimmed = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

const PREFIXES = ['', 'k', 'M', 'G', 'T', 'P'] as const;

/** 17127 → “17.1k”, 274687 → “274.7k”, 5.953 → “5.95”, 0 → “0”. */
export function figure(value: Maybe): string {
  if (absent(value)) return ABSENT;
  const { value: text, unit } = prefixed(value);
  return text + unit;
}

function prefixed(value: number): Quantity {
  let step = 0;
  let scaled = value;
  while (Math.abs(scaled) >= (step === 0 ? 999.5 : 999.95) && step < PREFIXES.length - 1) {
    scaled /= 1000;
    step += 1;
  }
  const text = Number.isInteger(scaled) && step === 0 ? String(scaled) : digits(scaled, step > 0);
  return { value: withTrueMinus(text), unit: PREFIXES[step] ?? '' };
}

/** Whole numbers with thin spaces: 3000000 → “3 000 000”. */
export function count(value: Maybe): string {
  if (absent(value)) return ABSENT;
  return withTrueMinus(String(Math.round(value))).replace(/\B(?=(\d{3})+$)/g, THIN);
}

/** All digits that a write-up prints: 347540.6 → “347 540.6”, 8911.3 → “8 911.3”. */
export function exact(value: Maybe): string {
  if (absent(value)) return ABSENT;
  const [whole = '', rest = '0'] = Math.abs(value).toFixed(2).split('.');
  const fraction = rest.replace(/0+$/, '');
  const sign = value < 0 ? MINUS : '';
  return `${sign}${count(Number(whole))}${fraction && `.${fraction}`}`;
}

const TIMES = [
  { below: 0.9995e-6, factor: 1e9, unit: 'ns' },
  { below: 0.9995e-3, factor: 1e6, unit: 'µs' },
  { below: 0.9995, factor: 1e3, unit: 'ms' },
  { below: Infinity, factor: 1, unit: 's' },
];

function time(seconds: number): Quantity {
  if (seconds === 0) return { value: '0', unit: 'ms' };
  const scale = TIMES.find((step) => Math.abs(seconds) < step.below);
  return { value: withTrueMinus(digits(seconds * (scale?.factor ?? 1), false)), unit: scale?.unit ?? 's' };
}

function bytesOf(value: number): Quantity {
  const { value: text, unit } = prefixed(value);
  return { value: text, unit: unit === 'k' ? 'kB' : `${unit}B` };
}

/** A value of a metric, in the units of the metric table (`1/s`, `s`, `B/s`, `B`, `1`, and `share` for 0..1), number and unit apart. */
export function quantity(value: Maybe, unit: string): Quantity {
  if (absent(value)) return { value: ABSENT, unit: '' };
  if (unit === 's') return time(value);
  if (unit === 'B') return bytesOf(value);
  if (unit === 'B/s') return { ...bytesOf(value), unit: `${bytesOf(value).unit}/s` };
  if (unit === '1/s') return { value: figure(value), unit: 'req/s' };
  if (unit === 'share')
    return { value: share(value, value !== 0 && Math.abs(value) < 0.0995 ? 1 : 0), unit: '' };
  if (unit === '1')
    return {
      value: Number.isInteger(value) && Math.abs(value) < 1e6 ? count(value) : figure(value),
      unit: '',
    };
  return { value: figure(value), unit };
}

const join = ({ value, unit }: Quantity) => (unit ? `${value} ${unit}` : value);

/** quantity() as one text: “17.1k req/s”, “5.95 ms”. */
export const measure = (value: Maybe, unit: string) => join(quantity(value, unit));
/** measure() with all digits of a rate, for figures that are checked against a write-up's. */
export const exactMeasure = (value: Maybe, unit: string) =>
  unit === '1/s' && !absent(value) ? `${exact(value)} req/s` : measure(value, unit);
export const rate = (value: Maybe) => measure(value, '1/s');
export const latency = (seconds: Maybe) => measure(seconds, 's');
export const bytes = (value: Maybe) => measure(value, 'B');

/** A tick on an axis: as short as it gets, “10 ms”, “300k”. */
export function tick(value: number, unit: string): string {
  const { value: text, unit: name } = quantity(value, unit);
  const short = text.replace(/(\.\d*?)0+(?=\D|$)/, '$1').replace(/\.(?=\D|$)/, '');
  return unit === '1/s' || !name ? short : `${short} ${name}`;
}

/** Changes of more than ten times are shown as just that. */
export const TOO_WIDE = 9.99;
/** A tenth of a percent says nothing where the 95% interval is ±25%, and none in a change of ten times. */
const percentDigits = (share: number, low?: Maybe, high?: Maybe) =>
  Math.abs(share) >= 9.995 || (!absent(low) && !absent(high) && high - low >= 0.5) ? 0 : 1;
const sign = (text: string, value: number) => (/[1-9]/.test(text) ? (value > 0 ? '+' : MINUS) : '');

/** A change: 0.267 → “+26.7%”, −0.004 → “−0.4%”; with its 95% interval no more exact than that lets: “+230%”. */
export function percent(change: Maybe, low?: Maybe, high?: Maybe): string {
  if (absent(change)) return ABSENT;
  return `${signed(change, low, high)}%`;
}

function signed(change: number, low?: Maybe, high?: Maybe): string {
  const text = Math.abs(change * 100).toFixed(percentDigits(change, low, high));
  return sign(text, change) + text;
}

/** A 95% interval of a change, in percent: “+15.9 … +38.5”. */
export function interval(low: Maybe, high: Maybe): string {
  if (absent(low) || absent(high)) return ABSENT;
  return `${signed(low, low, high)} … ${signed(high, low, high)}`;
}

/** What is compared by its difference, in the metric's unit: “+12”, “−3 ms”. */
export function difference(value: Maybe, unit: string): string {
  if (absent(value)) return ABSENT;
  const text = unit === '1' ? figure(value) : measure(value, unit);
  return value > 0 ? `+${text}` : text;
}

/** The same with its unit: “+15.9 … +38.5%”; a high end past any scale says only so. */
export function intervalPercent(low: Maybe, high: Maybe): string {
  if (absent(low) || absent(high)) return ABSENT;
  return high > TOO_WIDE ? `${signed(low, low, high)} … > +999%` : `${interval(low, high)}%`;
}

/** A change as people count: “+26.7%” with “+22.5 … +31.0%”, from twice on “×3.3” with “2.3 … 4.7”; as the server's sentence has it. */
export function amount(change: Maybe, low: Maybe, high: Maybe): { value: string; interval: string } {
  if (absent(change) || change < 1) {
    return { value: percent(change, low, high), interval: intervalPercent(low, high) };
  }
  const known = !absent(low) && !absent(high);
  const half = known ? (high - low) / 2 : 0.5;
  const ratio = (of: number) => {
    const decimals = of >= 98.95 || half >= 10 ? 0 : half < 0.05 ? 2 : 1;
    return of > 999 ? '> 1000' : (1 + of).toFixed(decimals);
  };
  return { value: `×${ratio(change)}`, interval: known ? `${ratio(low)} … ${ratio(high)}` : ABSENT };
}

/** A share without a sign: 0.973 → “97%”. */
export function share(value: Maybe, decimals = 0): string {
  return absent(value) ? ABSENT : withTrueMinus(`${(value * 100).toFixed(decimals)}%`);
}

/** A spread or a noise floor: 0.045 → “±4.5%”. */
export function spread(value: Maybe): string {
  return absent(value) ? ABSENT : `±${(Math.abs(value) * 100).toFixed(percentDigits(value))}%`;
}

/** Times better or steadier: 7.62 → “7.6×”. */
export function times(ratio: Maybe): string {
  return absent(ratio) ? ABSENT : `${trimmed(digits(ratio, false))}×`;
}

/** A p-value: 0.0004 → “< 0.001”. */
export function pValue(p: Maybe): string {
  if (absent(p)) return ABSENT;
  return p < 0.001 ? '< 0.001' : p.toFixed(p < 0.1 ? 3 : 2);
}

/** How long something takes: 125 → “2 min 5 s”. */
export function span(seconds: Maybe): string {
  if (absent(seconds)) return ABSENT;
  if (seconds < 10) return `${trimmed(seconds.toFixed(1))} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
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

export const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** “from 8.91k to 10.2k req/s”. */
export const rangeWords = (range: number[] | undefined, unit: string) =>
  range ? `from ${measure(range[0], unit)} to ${measure(range[1], unit)}` : '';

/** “1 trial”, “5 trials”. */
export const plural = (n: number, word: string) => `${count(n)} ${word}${n === 1 ? '' : 's'}`;
