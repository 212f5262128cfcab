/** Figures by the rules of backend/presentation/figures.json, as backend/presentation/figures.py writes them. */

import rules from '@presentation/figures.json';

export type Maybe = number | null | undefined;

interface Scale {
  from: number;
  name: string;
  multiply?: number;
  divide?: number;
  digits?: string;
}
interface Rule {
  text: string;
  scale?: string;
  digits?: string;
  decimals?: number;
  factor?: number;
  whole_below?: number;
  grouped?: boolean;
  trimmed?: boolean;
  signed?: boolean;
  unsigned?: boolean;
  zero?: string;
  least?: number;
  most?: number;
}

export const ABSENT = rules.absent;
export const CHANGES = rules.changes;
const KINDS: Record<string, Rule> = rules.kinds;
const SCALES: Record<string, Scale[]> = rules.scales;
const DIGITS: Record<string, { from: number; decimals: number }[]> = rules.digits;

export const isAbsent = (value: Maybe): value is null | undefined =>
  value === null || value === undefined || !Number.isFinite(value);

export const hasKind = (kind: string) => kind in KINDS;

/** The value by the rule of its kind: `write(17127.49, '1/s')` is “17.1k req/s”. */
export function write(value: Maybe, kind: string): string {
  if (isAbsent(value)) return ABSENT;
  const rule = ruleOf(kind);
  if (value === 0 && rule.zero !== undefined) return rule.zero;
  if (Math.abs(value) < (rule.least ?? 0)) return `< ${rule.least}`;
  if (value > (rule.most ?? Infinity)) return `> ${rule.most}`;
  const amount = value * (rule.factor ?? 1);
  const isWhole = Math.abs(amount) < (rule.whole_below ?? 0) && Number.isInteger(amount);
  const scale = rule.scale ? bandOf(SCALES[rule.scale], isWhole ? 0 : amount) : undefined;
  const scaled = (amount * (scale?.multiply ?? 1)) / (scale?.divide ?? 1);
  const decimals = isWhole
    ? 0
    : (rule.decimals ?? bandOf(DIGITS[scale?.digits ?? rule.digits ?? ''], scaled).decimals);
  let number = Math.abs(scaled).toFixed(decimals);
  if (rule.grouped || isWhole) number = grouped(number);
  if (rule.trimmed && number.includes('.')) number = number.replace(/\.?0+$/, '');
  return rule.text.replace('#', signOf(number, amount, rule) + number).replace('*', scale?.name ?? '');
}

/** A unit that the rules do not have stands behind a plain figure. */
const ruleOf = (kind: string): Rule => KINDS[kind] ?? { ...KINDS.figure, text: `#* ${kind}` };

function bandOf<B extends { from: number }>(bands: B[] | undefined, value: number): B {
  const band = bands?.findLast(({ from }) => Math.abs(value) >= from);
  if (!band) throw new Error('no band: see figures.json');
  return band;
}

const grouped = (number: string) => number.replace(/\d(?=(\d{3})+(\.|$))/g, `$&${rules.group}`);

/** Nothing before what rounds to zero. */
function signOf(number: string, value: number, { signed, unsigned }: Rule): string {
  if (unsigned || !/[1-9]/.test(number)) return '';
  return value < 0 ? rules.minus : signed ? '+' : '';
}
