import type { RenderedDifference } from '@/api/types';

import { placeOf } from './fate-table';
import classes from './own-conf.module.css';

const SIGNS = { '-': '−', '+': '+' };

/** Lines that only one of the two configs has, by block, each with its reason. */
export function DifferenceList({ differences }: { differences: RenderedDifference[] }) {
  return (
    <div className={classes.list} role="region" aria-label="Differences" tabIndex={0}>
      {differences.map((row, n) => (
        <div key={n}>
          {row.context !== differences[n - 1]?.context && (
            <div className={classes.block}>{row.context || 'outside all blocks'}</div>
          )}
          <div className={classes.row} data-sign={row.sign}>
            <code>
              {SIGNS[row.sign]} {row.text}
            </code>
            <span>
              {row.line > 0 && `${placeOf(row)} · `}
              {row.reason}
            </span>
          </div>
        </div>
      ))}
    </div>
  );
}
