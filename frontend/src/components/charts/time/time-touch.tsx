import { type KeyboardEvent, type PointerEvent, useState } from 'react';

import { clamp } from '@/components/charts/kit/scales';

import classes from './time-series.module.css';
import { nearestReading, second, type Span, wholeSpan } from './time-scale';
import { useCursorTime, useTimeWindow } from './time-window';

interface TimeTouchProps {
  times: number[];
  /** What is shown, and where it lies in pixels. */
  span: Span;
  leftPx: number;
  width: number;
  height: number;
  label: string;
  /** What the chart says at a reading, in words. */
  words: (reading: number) => string;
}

const MIN_PX = 6;

/**
 * What pointer and keyboard do to time: move the cursor, drag to zoom, double click or Escape to see all.
 * For a screen reader it is a slider that says the values at each reading.
 */
export function TimeTouch({ times, span, leftPx, width, height, label, words }: TimeTouchProps) {
  const timeWindow = useTimeWindow();
  const { cursor, setZoom } = timeWindow;
  const at = useCursorTime(timeWindow);
  const [drag, setDrag] = useState<Span>();
  const [low, high] = span;
  const timeAt = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    return low + clamp((event.clientX - box.left) / (box.width || 1), 0, 1) * (high - low);
  };
  const x = (time: number) => ((time - low) / (high - low || 1)) * width;
  const point = (event: PointerEvent) => {
    const time = timeAt(event);
    cursor.set(times[nearestReading(times, time)] ?? null);
    if (drag) setDrag([drag[0], time]);
  };
  const press = (event: PointerEvent) => {
    if (event.button !== 0 || event.pointerType === 'touch') return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDrag([timeAt(event), timeAt(event)]);
  };
  const release = () => {
    if (drag && Math.abs(x(drag[1]) - x(drag[0])) > MIN_PX) setZoom([Math.min(...drag), Math.max(...drag)]);
    setDrag(undefined);
  };
  const reading = nearestReading(times, at ?? low);
  const go = (to: number) => cursor.set(times[clamp(to, 0, times.length - 1)] ?? null);
  const keys: Record<string, () => void> = {
    ArrowRight: () => go(at === null ? reading : reading + 1),
    ArrowLeft: () => go(at === null ? reading : reading - 1),
    PageUp: () => go(reading + 10),
    PageDown: () => go(reading - 10),
    Home: () => go(0),
    End: () => go(times.length - 1),
    '+': () => setZoom(halveSpan(span, at ?? (low + high) / 2)),
    '-': () => setZoom(undefined),
    Escape: () => (at === null ? setZoom(undefined) : cursor.set(null)),
  };
  const type = (event: KeyboardEvent) => {
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  };
  const [first, last] = wholeSpan(times);
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${label}: time`}
      aria-valuemin={first}
      aria-valuemax={last}
      aria-valuenow={Number((times[reading] ?? first).toFixed(1))}
      aria-valuetext={`${second(times[reading] ?? first)}: ${words(reading)}`}
      className={classes.touch}
      style={{ left: leftPx, width, height }}
      data-picture="no"
      onPointerMove={point}
      onPointerLeave={() => !drag && cursor.set(null)}
      onPointerDown={press}
      onPointerUp={release}
      onPointerCancel={() => setDrag(undefined)}
      onDoubleClick={() => setZoom(undefined)}
      onBlur={() => cursor.set(null)}
      onKeyDown={type}
    >
      {drag && <div className={classes.drag} style={edges(x(drag[0]), x(drag[1]))} />}
      {at !== null && at >= low && at <= high && <div className={classes.cursor} style={{ left: x(at) }} />}
    </div>
  );
}

const edges = (a: number, b: number) => ({ left: Math.min(a, b), width: Math.abs(a - b) });

const halveSpan = ([low, high]: Span, around: number): Span => {
  const quarter = (high - low) / 4;
  const middle = clamp(around, low + quarter, high - quarter);
  return [middle - quarter, middle + quarter];
};
