import type { ReactNode } from 'react';

import { verdictText } from '@/components/words/format';

import { Pill, type Tone } from './pill';

export type VerdictWord =
  | 'better'
  | 'worse'
  | 'same'
  | 'unclear'
  | 'fails_more'
  | 'interim'
  | 'left_out'
  | 'context'
  | 'baseline'
  | 'control'
  | 'invalid'
  | 'not_measured'
  | 'steadier'
  | 'less_steady';

const TONES: Record<VerdictWord, Tone> = {
  better: 'better',
  steadier: 'better',
  worse: 'worse',
  less_steady: 'worse',
  same: 'neutral',
  unclear: 'outline',
  fails_more: 'worse',
  interim: 'outline',
  left_out: 'outline',
  context: 'outline',
  baseline: 'neutral',
  control: 'outline',
  invalid: 'danger',
  not_measured: 'danger',
};

const VERDICT_TEXT: Record<VerdictWord, string> = {
  better: 'Different from the baseline beyond chance (adjusted p < 0.05), in the good direction.',
  worse: 'Different from the baseline beyond chance (adjusted p < 0.05), in the bad direction.',
  same: 'The whole interval lies inside what matters: the true change is too small to matter.',
  unclear: 'These trials cannot tell.',
  fails_more: 'It fails in more rounds than the baseline, beyond chance. So it cannot be better or the same.',
  interim: 'No verdict: only an experiment that ended as planned has one.',
  left_out: 'Eliminated by halving: figures of its rounds until then, without a verdict.',
  context:
    'Measured under another context than the baseline: no verdict. Candidates of that context are compared with the run there that has the baseline’s settings.',
  baseline: 'Every other run is compared with this one.',
  control:
    'A second copy of the baseline. Its change is noise; if it is clear of chance, no verdict is given.',
  invalid: 'Left out of the comparison; the reason is given beside it.',
  not_measured: 'It could not be measured.',
  less_steady: 'Its trials spread more than those of the other side, beyond chance.',
  steadier: 'Its trials spread less than those of the other side, beyond chance.',
};

/** The verdict as people read it: “fails more” in place of unclear. */
export function verdictWord(delta: {
  verdict: VerdictWord;
  failures?: { word: string } | null;
}): VerdictWord {
  const failsMore = delta.verdict === 'unclear' && delta.failures?.word === 'fails more';
  return failsMore ? 'fails_more' : delta.verdict;
}

/** Whether there is anything to judge: a round of both sides, or failures. */
export const hasWord = (delta: Parameters<typeof verdictWord>[0] & { n: number }) =>
  delta.n > 0 || verdictWord(delta) === 'fails_more';

interface VerdictBadgeProps {
  verdict: VerdictWord;
  /** What is known about this particular delta: number of trials, what would settle it. */
  detail?: ReactNode;
}

/** A verdict in its colour; the tooltip says what the word means. */
export function VerdictBadge({ verdict, detail }: VerdictBadgeProps) {
  const hint = (
    <>
      {VERDICT_TEXT[verdict]}
      {detail && <div style={{ marginTop: 4 }}>{detail}</div>}
    </>
  );
  return (
    <Pill tone={TONES[verdict]} hint={hint}>
      {verdictText(verdict)}
    </Pill>
  );
}
