import { memo, useCallback, useId, useMemo } from 'react';

import { Sized, tickStyle } from '@/components/charts/kit/chart-kit';
import { seriesColour, seriesDash } from '@/components/charts/kit/series-colours';
import { measure, tick } from '@/components/words/format';

import { linesWithin, nearestReading, second, type Span, timePath, timeTicks, wholeSpan } from './time-scale';
import { lineSummary, timeDomain, type TimeLine } from './time-series-data';
import classes from './time-series.module.css';
import { TimeTouch } from './time-touch';
import { useCursorTime, useTimeWindow } from './time-window';

export interface TimeSeriesProps {
  /** Seconds since the trial's start. */
  times: number[];
  lines: TimeLine[];
  unit: string;
  /** What is drawn: “requests per second”. */
  label: string;
  /** The measured window, shaded. */
  window?: Span;
  fromZero?: boolean;
  /** Places of readings of the first line that are circled. */
  marks?: number[];
  /** Moments at which something happened, s. */
  events?: number[];
  height?: number;
}

const [LEFT, RIGHT, TOP, BOTTOM] = [58, 16, 8, 22];

/** Lines over the seconds of a trial; inside a `TimeWindow` cursor and zoom are shared with all its charts. */
export function TimeSeries(props: TimeSeriesProps) {
  const { times, lines, unit, label, height = 180 } = props;
  const { zoom } = useTimeWindow();
  const span = useMemo(() => zoom ?? wholeSpan(times), [zoom, times]);
  const words = useCallback(
    (reading: number) =>
      lines.map(({ name, values }) => `${name} ${measure(values[reading], unit)}`).join(', '),
    [lines, unit],
  );
  return (
    <div className={classes.box}>
      <Sized height={height} interactive label={timeSummary(label, lines, unit)}>
        {(width) => {
          const inner = Math.max(40, width - LEFT - RIGHT);
          return (
            <>
              <Drawing {...props} height={height} width={width} span={span} />
              <TimeTouch
                {...{ times, span, label, words }}
                leftPx={LEFT}
                width={inner}
                height={height - BOTTOM}
              />
            </>
          );
        }}
      </Sized>
      <Values times={times} lines={lines} unit={unit} />
    </div>
  );
}

interface DrawingProps extends TimeSeriesProps {
  width: number;
  height: number;
  span: Span;
}

const Drawing = memo(function Drawing(props: DrawingProps) {
  const { times, lines, unit, window, fromZero = true, marks = [], events = [], width, height, span } = props;
  const clip = useId();
  const { domain, ticks } = useMemo(
    () => timeDomain(linesWithin(times, lines, span), fromZero),
    [times, lines, span, fromZero],
  );
  const [inner, deep] = [Math.max(40, width - LEFT - RIGHT), height - TOP - BOTTOM];
  const x = (time: number) => LEFT + ((time - span[0]) / (span[1] - span[0] || 1)) * inner;
  const y = (value: number) => TOP + (1 - (value - domain[0]) / (domain[1] - domain[0] || 1)) * deep;
  // Whole also at the edge, where lines end.
  const isShown = (n: number) => (times[n] ?? 0) >= span[0] && (times[n] ?? 0) <= span[1];
  return (
    <svg width={width} height={height} style={{ display: 'block' }} aria-hidden>
      <clipPath id={clip}>
        <rect x={LEFT} y={TOP - 3} width={inner} height={deep + 6} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {window && (
          <rect
            x={x(window[0])}
            y={TOP}
            width={Math.max(0, x(window[1]) - x(window[0]))}
            height={deep}
            fill="var(--dyno-accent-soft)"
            fillOpacity={0.35}
          />
        )}
      </g>
      <g clipPath={`url(#${clip})`}>
        {events.map((at) => (
          <g key={at}>
            <line
              x1={x(at)}
              x2={x(at)}
              y1={TOP}
              y2={TOP + deep}
              stroke="var(--dyno-worse)"
              strokeDasharray="3 3"
            />
            <path d={`M${x(at) - 4} ${TOP - 3}h8l-4 6z`} fill="var(--dyno-worse)" />
          </g>
        ))}
      </g>
      {ticks.map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={LEFT + inner} y1={y(value)} y2={y(value)} stroke="var(--dyno-grid)" />
          <text x={LEFT - 8} y={y(value) + 4} textAnchor="end" {...tickStyle}>
            {tick(value, unit)}
          </text>
        </g>
      ))}
      {timeTicks(span, Math.max(3, inner / 90)).map((time) => (
        <text key={time} x={x(time)} y={height - 6} textAnchor="middle" {...tickStyle}>
          {second(time)}
        </text>
      ))}
      <g clipPath={`url(#${clip})`}>
        {lines.map((line, n) => (
          <path
            key={line.name}
            d={timePath(times, line, x, y)}
            fill="none"
            stroke={line.colour ?? seriesColour(n)}
            strokeDasharray={dashOf(line, n)}
            strokeWidth={1.8}
            strokeLinejoin="round"
          />
        ))}
      </g>
      {marks.filter(isShown).map((n) => (
        <circle
          key={n}
          cx={x(times[n] ?? 0)}
          cy={y(lines[0]?.values[n] ?? 0)}
          r={4.5}
          fill="var(--dyno-surface)"
          stroke="var(--dyno-worse)"
          strokeWidth={1.6}
        />
      ))}
    </svg>
  );
});

const dashOf = ({ colour, dash }: TimeLine, n: number) => (colour ? dash : seriesDash(n));

/** The legend, which also says what each line is at the cursor. */
function Values({ times, lines, unit }: Pick<TimeSeriesProps, 'times' | 'lines' | 'unit'>) {
  const at = useCursorTime(useTimeWindow());
  const reading = at === null ? -1 : nearestReading(times, at);
  if (lines.length < 2 && at === null) return <ul className={classes.values} />;
  return (
    <ul className={classes.values}>
      {at !== null && <li>{second(times[reading] ?? at)}</li>}
      {lines.map((line, n) => (
        <li key={line.name}>
          <svg width="16" height="8" aria-hidden>
            <line
              x2="16"
              y1="4"
              y2="4"
              stroke={line.colour ?? seriesColour(n)}
              strokeWidth="2.5"
              strokeDasharray={dashOf(line, n)}
            />
          </svg>
          {line.name}
          {at !== null && <b>{measure(line.values[reading], unit)}</b>}
        </li>
      ))}
    </ul>
  );
}

/** One sentence for those who cannot see the lines. */
export const timeSummary = (label: string, lines: TimeLine[], unit: string) =>
  `${label}: ${lines.map((line) => describe(line, unit)).join('; ')}`;

function describe(line: TimeLine, unit: string) {
  const summary = lineSummary(line);
  return summary
    ? `${line.name} from ${measure(summary.low, unit)} to ${measure(summary.high, unit)}, mean ${measure(summary.mean, unit)}`
    : `${line.name} without readings`;
}
