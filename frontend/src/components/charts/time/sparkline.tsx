import { isNumber, numbers } from '@/components/charts/kit/scales';

export interface SparklineProps {
  values: (number | null)[];
  label: string;
  width?: number;
  height?: number;
}

/** The shape of a series, without axes. */
export function Sparkline({ values, label, width = 120, height = 28 }: SparklineProps) {
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      style={{ maxWidth: '100%' }}
    >
      <path
        d={sparkPath(values, width, height)}
        fill="none"
        stroke="var(--dyno-accent)"
        strokeWidth={1.6}
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** From zero to the largest value, a new stroke after each gap. */
export function sparkPath(values: (number | null)[], width: number, height: number): string {
  const top = Math.max(...numbers(values), 0) || 1;
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  let open = false;
  return values
    .map((value, n) => {
      if (!isNumber(value)) {
        open = false;
        return '';
      }
      const command = open ? 'L' : 'M';
      open = true;
      return `${command}${(n * step).toFixed(1)} ${(height - 2 - (value / top) * (height - 4)).toFixed(1)}`;
    })
    .join('');
}
