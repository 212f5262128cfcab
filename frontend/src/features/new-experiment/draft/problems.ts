import { messageWords, type FieldError } from '@/api/errors';
import { shortKnob } from '@/components/words/knobs';

import type { Definition } from './definition';

type PathPart = string | number;

/** A place as the API writes it: `variants[2].set.nginx.worker_processes`. */
export const placeOf = (path: readonly PathPart[]) =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .replace(/^\./, '');

/** What is wrong exactly here, as one text. */
export function messageAt(problems: readonly FieldError[], ...places: string[]): string | undefined {
  const messages = problems
    .filter(({ place }) => places.includes(place))
    .map(({ place, message }) => messageWords(message, place));
  return messages.length > 0 ? messages.join('; ') : undefined;
}

/** What is wrong exactly here. */
export const problemsAt = (problems: readonly FieldError[], place: string) =>
  problems.filter((problem) => problem.place === place);

/** The same by lines of a text that stands in one field: a message about it names the line; else it is the first. */
export const linesOf = (problems: readonly FieldError[]) =>
  problems.map(({ message }) => ({ line: Number(/\bline (\d+)/.exec(message)?.[1] ?? 1), message }));

/** How many problems lie here or below. */
export const countBelow = (problems: readonly FieldError[], place: string) =>
  problems.filter((problem) => isBelow(problem.place, place)).length;

export const isBelow = (place: string, above: string) =>
  place === above || place.startsWith(`${above}.`) || place.startsWith(`${above}[`);

export type Step = 'recipe' | 'testbed' | 'variants' | 'workload' | 'plan' | 'yaml';

export interface Target {
  step: Step;
  shape?: 'list' | 'grid';
  variant?: string;
  factor?: string;
  level?: string;
  /** The knob to bring into view. */
  knob?: string;
}

const STEPS: [string, Step][] = [
  ['testbed', 'testbed'],
  ['testbed_labels', 'testbed'],
  ['variants', 'variants'],
  ['factors', 'variants'],
  ['set', 'variants'],
  ['baseline', 'variants'],
  ['control', 'variants'],
  ['kind', 'workload'],
  ['ceiling', 'workload'],
  ['workloads', 'workload'],
  ['trials', 'workload'],
  ['servers', 'workload'],
  ['warmup', 'workload'],
  ['order', 'workload'],
  ['topology', 'workload'],
  ['on_failure', 'workload'],
  ['seed', 'workload'],
  ['search', 'workload'],
  ['diagnostics', 'workload'],
  ['min_effect', 'workload'],
  ['allowed_failures', 'workload'],
  ['wait_for_hosts', 'workload'],
  ['name', 'plan'],
  ['question', 'plan'],
  ['description', 'plan'],
];

const below = (place: string, above: string) => place.slice(above.length + 1) || undefined;

/** Where on this page a problem can be mended. Places that no form shows are in the YAML. */
export function targetOf(place: string, definition: Definition): Target {
  const step = STEPS.find(([head]) => isBelow(place, head))?.[1] ?? 'yaml';
  if (step !== 'variants') return { step };
  const [, index, knob] = /^variants\[(\d+)\](?:\.set\.(.+))?/.exec(place) ?? [];
  if (index !== undefined)
    return { step, shape: 'list', variant: definition.variants[Number(index)]?.name, knob };
  if (isBelow(place, 'set')) return { step, shape: 'list', variant: '*', knob: below(place, 'set') };
  for (const [factor, levels] of Object.entries(definition.factors)) {
    for (const level of Object.keys(levels)) {
      const above = placeOf(['factors', factor, level]);
      if (isBelow(place, above)) return { step, shape: 'grid', factor, level, knob: below(place, above) };
    }
  }
  return isBelow(place, 'factors') ? { step, shape: 'grid' } : { step };
}

/** A place in the words of the form: `variants[2].set.upstream.keepalive` is “nodelay → keepalive”, else the server's `label`. */
export function placeWords({ place, label = place }: FieldError, definition: Definition): string {
  const { step, variant, factor, level, knob } = targetOf(place, definition);
  if (step === 'variants' && variant !== undefined)
    return [variant === '*' ? 'All variants' : variant, knob && shortKnob(knob)].filter(Boolean).join(' → ');
  if (factor !== undefined)
    return [`${factor} ${level}`, knob && shortKnob(knob)].filter(Boolean).join(' → ');
  return label || 'Definition';
}

/** How many problems each step can mend. */
export function countBySteps(
  problems: readonly FieldError[],
  definition: Definition,
): Partial<Record<Step, number>> {
  const counts: Partial<Record<Step, number>> = {};
  for (const { place } of problems) {
    const { step } = targetOf(place, definition);
    counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
}
