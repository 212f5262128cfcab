import type { FieldError } from '@/api/errors';
import type { Check, Plan, PlannedRun } from '@/api/types';

import type { Definition } from '../draft/definition';
import { chainOf } from '../draft/inheritance';
import { placeOf } from '../draft/problems';

const WHOLE = 'nginx.conf';
const TEXTS = [WHOLE, 'nginx.http_extra', 'nginx.server_extra', 'nginx.location_extra'];

/** What the host's nginx refuses, where it can be mended: at the line of the text that says it, else at its variant. */
export function refusalsOf(
  { problems }: Pick<Check, 'problems'>,
  plan: Pick<Plan, 'runs'>,
  definition: Definition,
): FieldError[] {
  return problems.flatMap(({ place, message, line, text = '' }) => {
    const position = Number(/^runs\[(\d+)\]$/.exec(place)?.[1] ?? NaN);
    const run = plan.runs?.find((plannedRun) => plannedRun.position === position);
    if (!run) return []; // nothing could be checked
    const at = run && lineOf(run, line ?? undefined, text);
    const words = `nginx refuses this: ${message}`;
    return [
      at
        ? { place: placeOfKnob(definition, run, at.knob), message: `line ${at.line}: ${words}` }
        : {
            place: placeOfVariant(definition, run),
            message: `“${run.name}”: ${words}${text && ` (${text})`}`,
          },
    ];
  });
}

/** Which text of the user's own has this line of the nginx.conf. */
function lineOf({ knobs }: PlannedRun, line: number | undefined, text: string) {
  if (knobs[WHOLE] !== undefined && line !== undefined) return { knob: WHOLE, line };
  for (const knob of TEXTS) {
    const lineIndex = String(knobs[knob] ?? '')
      .split('\n')
      .findIndex((textLine) => text !== '' && textLine.trim() === text);
    if (lineIndex >= 0) return { knob, line: lineIndex + 1 };
  }
  return undefined;
}

/** The set of knobs that gives a run this one: its variant's, a level's, that of a parent, or what all share. */
function placeOfKnob(definition: Definition, run: PlannedRun, knob: string): string {
  const variant = definition.variants.find(({ name }) => name === run.variant);
  const ownVariant = variant && chainOf(definition, variant).findLast(({ set }) => set?.[knob] !== undefined);
  if (ownVariant) return placeOf(['variants', definition.variants.indexOf(ownVariant), 'set', knob]);
  const level = Object.entries(run.factors ?? {}).find(
    ([factor, name]) => definition.factors[factor]?.[name]?.[knob] !== undefined,
  );
  return level ? placeOf(['factors', ...level, knob]) : placeOf(['set', knob]);
}

function placeOfVariant(definition: Definition, run: PlannedRun): string {
  const index = definition.variants.findIndex(({ name }) => name === run.variant);
  return index < 0 ? 'variants' : placeOf(['variants', index]);
}
