import { type KeyboardEvent, type PointerEvent, useState } from 'react';

import { useWidth } from '@/components/charts/kit/measured';
import { clamp, numbers } from '@/components/charts/kit/scales';

import classes from './time-series.module.css';
import { second, type Span, spanWithin, timePath, wholeSpan } from './time-scale';
import { useTimeWindow } from './time-window';

interface TimeBrushProps {
  times: number[];
  /** One value per reading, drawn small: where something happened. */
  values: (number | null)[];
}

type BrushPart = 'from' | 'to' | 'both';

const HEIGHT = 34;

/** The whole trial, small; the two thumbs and what lies between them choose what all charts show. */
export function TimeBrush({ times, values }: TimeBrushProps) {
  const { ref, width: elementWidth } = useWidth();
  const width = elementWidth || 700;
  const { zoom, setZoom } = useTimeWindow();
  const whole = wholeSpan(times);
  // While a thumb is dragged nothing else is drawn again: the charts follow when it is let go.
  const [drag, setDrag] = useState<{ part: BrushPart; from: number; start: Span; now: Span }>();
  const shownSpan = drag?.now ?? zoom ?? whole;
  const x = (time: number) => ((time - whole[0]) / (whole[1] - whole[0] || 1)) * width;
  const step = (whole[1] - whole[0]) / Math.max(1, times.length - 1);
  const apply = ([from, to]: Span) => setZoom(spanWithin(whole, from, to));

  const press = (part: BrushPart) => (event: PointerEvent) => {
    event.preventDefault();
    (event.currentTarget as HTMLElement).focus();
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ part, from: event.clientX, start: shownSpan, now: shownSpan });
  };
  const move = (event: PointerEvent) => {
    if (!drag) return;
    const by = ((event.clientX - drag.from) / width) * (whole[1] - whole[0]);
    setDrag({ ...drag, now: moveSpan(drag.start, drag.part, by, whole, step) });
  };
  const release = () => {
    if (drag) apply(drag.now);
    setDrag(undefined);
  };
  const type = (part: BrushPart) => (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (event.key === 'Escape') return setZoom(undefined);
    if (!by) return;
    event.preventDefault();
    apply(moveSpan(shownSpan, part, by * step, whole, step));
  };
  const handlers = (part: BrushPart) => ({
    onPointerDown: press(part),
    onPointerMove: move,
    onPointerUp: release,
    onPointerCancel: () => setDrag(undefined),
    onKeyDown: type(part),
  });
  const top = Math.max(...numbers(values), 0) || 1;
  const path = timePath(times, { name: '', values }, x, (value) => HEIGHT - 3 - (value / top) * (HEIGHT - 6));
  return (
    <div ref={ref} className={classes.brush} data-picture="no" role="group" aria-label="Time shown">
      <svg width={width} height={HEIGHT} aria-hidden>
        <path d={path} fill="none" stroke="var(--dyno-dot)" />
      </svg>
      <div
        className={classes.shown}
        style={{ left: x(shownSpan[0]), width: x(shownSpan[1]) - x(shownSpan[0]) }}
        onDoubleClick={() => setZoom(undefined)}
        {...handlers('both')}
      />
      {(['from', 'to'] as const).map((part, n) => (
        <div
          key={part}
          role="slider"
          tabIndex={0}
          aria-label={part === 'from' ? 'Show from' : 'Show to'}
          aria-valuemin={whole[0]}
          aria-valuemax={whole[1]}
          aria-valuenow={Number((shownSpan[n] ?? 0).toFixed(1))}
          aria-valuetext={second(shownSpan[n] ?? 0)}
          className={classes.thumb}
          style={{ left: x(shownSpan[n] ?? 0) }}
          {...handlers(part)}
        />
      ))}
    </div>
  );
}

const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
  Home: -1e9,
  End: 1e9,
};

/** Where the ends go when one of them, or both, is moved; they never meet. */
export function moveSpan(
  [from, to]: Span,
  part: BrushPart,
  by: number,
  [low, high]: Span,
  least: number,
): Span {
  if (part === 'from') return [clamp(from + by, low, to - least), to];
  if (part === 'to') return [from, clamp(to + by, from + least, high)];
  const shift = clamp(by, low - from, high - to);
  return [from + shift, to + shift];
}
