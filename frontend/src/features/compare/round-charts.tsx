import { SimpleGrid, Text } from '@mantine/core';
import { useMemo } from 'react';

import { type RoundLine, roundLines, roundScale } from './round-data';
import { metricName } from './words';
import type { Comparison } from '@/api/types';
import { Legend, Sized } from '@/components/charts/chart-kit';
import { measure, tick } from '@/components/format';
import { Section } from '@/components/ui/section';

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [130, 48, 10, 8, 20];
const A = 'var(--dyno-dot)';
const B = 'var(--dyno-accent)';

/** Both sides of each pair, round by round: a drift of the hosts shows in both lines. */
export function RoundCharts({ comparison }: { comparison: Comparison }) {
  const { pairs, metric, a_title, b_title, paired } = comparison;
  const lines = useMemo(() => roundLines(pairs), [pairs]);
  const scale = useMemo(() => roundScale(lines), [lines]);
  return (
    <Section
      id="rounds"
      title="Round by round"
      subtitle={`— ${metricName(metric)}, valid trials`}
      caption={
        paired
          ? 'Each round measures both sides close together: what moves both lines is the machine, what separates them is the setting.'
          : 'The sides were not measured in the same rounds: only the height of the lines can be compared, not their course.'
      }
    >
      <SimpleGrid
        cols={{
          base: 1,
          sm: Math.min(2, lines.length),
          md: lines.length === 4 ? 4 : Math.min(3, lines.length),
        }}
        spacing="lg"
      >
        {lines.map((line) => (
          <div key={line.id}>
            <Text fz="xs" fw={550} mb={4}>
              {line.name}
            </Text>
            <Small line={line} scale={scale} unit={metric.unit} names={[a_title, b_title]} />
          </div>
        ))}
      </SimpleGrid>
      <Legend
        items={[
          { name: a_title, colour: A },
          { name: b_title, colour: B },
        ]}
      />
    </Section>
  );
}

interface SmallProps {
  line: RoundLine;
  scale: ReturnType<typeof roundScale>;
  unit: string;
  names: [string, string];
}

function Small({ line, scale: { domain, ticks, rounds }, unit, names }: SmallProps) {
  const label = `${line.name} by round: ${names[0]} ${line.a.length} trials, ${names[1]} ${line.b.length} trials`;
  return (
    <Sized height={HEIGHT} label={label}>
      {(width) => {
        const x = (round: number) =>
          LEFT + 8 + ((round - rounds[0]) / (rounds[1] - rounds[0])) * (width - LEFT - RIGHT - 16);
        const y = (value: number) =>
          TOP + (1 - (value - domain[0]) / (domain[1] - domain[0] || 1)) * (HEIGHT - TOP - BOTTOM);
        const path = (points: RoundLine['a']) =>
          points
            .map(({ at, value }, n) => `${n ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
            .join('');
        const side = (points: RoundLine['a'], colour: string, name: string) => (
          <g>
            <path d={path(points)} fill="none" stroke={colour} strokeWidth={1.6} strokeLinejoin="round" />
            {points.map(({ round, at, value }) => (
              <circle key={at} cx={x(at)} cy={y(value)} r={points.length > 30 ? 1.5 : 3} fill={colour}>
                <title>{`${name}, round ${round}: ${measure(value, unit)}`}</title>
              </circle>
            ))}
          </g>
        );
        return (
          <svg width={width} height={HEIGHT} style={{ display: 'block' }}>
            {ticks.map((value) => (
              <g key={value}>
                <line x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} stroke="var(--dyno-grid)" />
                <text x={LEFT - 8} y={y(value) + 4} textAnchor="end" fontSize={11} fill="var(--dyno-dimmed)">
                  {tick(value, unit)}
                </text>
              </g>
            ))}
            {rounds.map((round, n) => (
              <text
                key={round}
                x={x(round)}
                y={HEIGHT - 4}
                textAnchor="middle"
                fontSize={11}
                fill="var(--dyno-dimmed)"
              >
                {n === 0 ? `round ${round}` : round}
              </text>
            ))}
            {side(line.a, A, names[0])}
            {side(line.b, B, names[1])}
          </svg>
        );
      }}
    </Sized>
  );
}
