import type { ReactNode } from 'react';

import { capital } from '@/components/words/format';
import { EXPLORATORY_MARK, exploratoryWords } from '@/components/words/metrics';

import { Hint } from './hint';
import classes from './pill.module.css';
import { VerdictBadge, verdictWord, type VerdictWord } from './verdict-badge';

interface JudgedProps {
  delta: {
    verdict: VerdictWord;
    failures?: { word: string } | null;
    because: string;
    /** Where its sides were limited by different things, or by the load tool. */
    limited?: string;
    reason: string;
    suspect: boolean;
    /** Of a metric that is no question of the headline. */
    exploratory?: boolean;
    metrics?: number;
    suspect_because?: string | null;
  };
  /** Of the badge's hint; the delta's own reason unless something is added to it. */
  detail?: ReactNode;
  /** Only what keeps the word from looking like a mistake; the rest is in the hint, and said once above. */
  isBrief?: boolean;
}

/** A verdict with what keeps it from looking like a mistake beside its interval: “unclear, could be chance”. */
export function Judged({ delta, detail = delta.reason, isBrief = false }: JudgedProps) {
  const because = isBrief ? briefReason(delta) : delta.because;
  const hint = isBrief && delta.limited ? `${delta.reason} ${capital(delta.limited)}.` : detail;
  return (
    <>
      <VerdictBadge verdict={verdictWord(delta)} detail={hint} />
      {delta.exploratory && (
        <Hint className={classes.why} label={exploratoryWords(delta.metrics)}>
          {' '}
          {EXPLORATORY_MARK}
        </Hint>
      )}
      {because && <div className={classes.why}>{because}</div>}
      {delta.limited && !isBrief && <div className={classes.why}>{delta.limited}</div>}
      {delta.suspect && !isBrief && ' '}
      {delta.suspect && !isBrief && (
        <Hint className={classes.why} label={`Suspect: ${delta.suspect_because ?? 'see the trials'}.`}>
          suspect
        </Hint>
      )}
    </>
  );
}

const BUSY = 'on a busy host';
const OPEN_FAILURES = 'failures could be chance';

function briefReason({ verdict, because }: JudgedProps['delta']): string {
  const isClear = verdict === 'better' || verdict === 'worse';
  return because
    .split('; ')
    .filter((part) => (isClear ? part.startsWith(OPEN_FAILURES) : part !== BUSY))
    .join('; ');
}
