import { type RefObject, useEffect, useState } from 'react';

import { measure, percent, roundWords } from '@/components/words/format';

import type { TrialRow } from './trial-rows';
import classes from './trials-matrix.module.css';

interface MatrixTipProps {
  /** Its cells say where they are: `data-place="row column nth"`. */
  table: RefObject<HTMLElement | null>;
  rows: TrialRow[];
  unit: string;
}

interface Place {
  text: string;
  leftPx: number;
  top: number;
}

/** One tooltip for thousands of cells: it follows pointer and focus, and nothing else is drawn again. */
export function MatrixTip({ table, rows, unit }: MatrixTipProps) {
  const [place, setPlace] = useState<Place>();
  useEffect(() => {
    const holder = table.current;
    if (!holder) return;
    const find = ({ target }: Event) => setPlace(placeOf(target as Element));
    const hide = () => setPlace(undefined);
    const events = [
      ['mouseover', find],
      ['focusin', find],
      ['mouseleave', hide],
      ['focusout', hide],
      ['scroll', hide],
    ] as const;
    for (const [name, act] of events) holder.addEventListener(name, act);
    return () => {
      for (const [name, act] of events) holder.removeEventListener(name, act);
    };
  }, [table]);
  const [row = -1, column = -1, nth = -1] = (place?.text ?? '-1').split(' ').map(Number);
  const trialRow = rows[row];
  const cell = trialRow?.cells[column]?.[nth];
  if (!place || !trialRow || !cell) return null;
  const { trial, value, deviation, lostText } = cell;
  return (
    <div role="tooltip" className={classes.tip} style={{ left: place.leftPx, top: place.top }}>
      {trialRow.run.variant}, {roundWords(trial.round, trial.repeat)}:{' '}
      {value === null ? trial.state : measure(value, unit)}
      {deviation !== null && trial.state === 'done' ? `, ${percent(deviation)} from its mean` : ''}
      {lostText && <div>{lostText}</div>}
    </div>
  );
}

/** Above the cell, inside the window. */
function placeOf(target: Element): Place | undefined {
  const cell = target.closest<HTMLElement>('[data-place]');
  if (!cell?.dataset.place) return undefined;
  const { left: leftPx, width, top } = cell.getBoundingClientRect();
  const middle = Math.min(Math.max(leftPx + width / 2, 170), window.innerWidth - 170);
  return { text: cell.dataset.place, leftPx: middle, top: top - 6 };
}
