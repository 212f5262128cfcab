import { SimpleGrid, Text } from '@mantine/core';
import { useMemo, useState } from 'react';

import type { Comparison } from '@/api/types';
import { Legend, Sized } from '@/components/charts/kit/chart-kit';
import { measure, plural, tick } from '@/components/words/format';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { metricName } from '../selection/words';

import { type RoundLine, roundLines, roundScale, type RoundSide, roundTable } from './round-data';

const [HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [130, 48, 10, 8, 20];
const FIRST = 12;

/** Every side of each pair, round by round: a drift of the hosts shows in all lines. */
export function RoundCharts({ comparison }: { comparison: Comparison }) {
  const { metric, paired: isPaired, matching } = comparison;
  const [all, setAll] = useState(false);
  const lines = useMemo(() => roundLines(comparison), [comparison]);
  const scale = useMemo(() => roundScale(lines), [lines]);
  const shownLines = all ? lines : lines.slice(0, FIRST);
  const most = lines.reduce(
    (longest, line) => (line.sides.length > longest.length ? line.sides : longest),
    [...(lines[0]?.sides ?? [])],
  );
  if (lines.every(({ sides }) => sides.every(({ points }) => points.length === 0))) return null;
  return (
    <ChartSection
      id="rounds"
      name="rounds"
      title={matching.pooled ? 'Repeat by repeat' : 'Round by round'}
      subtitle={`— ${metricName(metric)}, ${matching.pooled ? 'in the order of time' : 'valid trials'}`}
      table={() => roundTable(lines, metric.unit)}
      help={{
        topic: 'readComparison',
        label: 'How to read these lines',
        children: isPaired
          ? 'Each round measures both sides close together: drift of the machine moves both lines, the setting separates them.'
          : 'The sides were not measured in the same rounds: compare only the height of the lines.',
      }}
    >
      <SimpleGrid
        cols={{
          base: 1,
          sm: Math.min(2, shownLines.length),
          md: shownLines.length === 4 ? 4 : Math.min(3, shownLines.length),
        }}
        spacing="lg"
      >
        {shownLines.map((line) => (
          <div key={line.id}>
            <Text fz="xs" fw={550} mb={4}>
              {line.name}
            </Text>
            <Small line={line} scale={scale} unit={metric.unit} word={matching.pooled ? 'repeat' : 'round'} />
          </div>
        ))}
      </SimpleGrid>
      {lines.length > shownLines.length && (
        <PlainButton size="xs" mt="sm" onClick={() => setAll(true)}>
          Show all {plural(lines.length, 'pair')}
        </PlainButton>
      )}
      <Legend items={most.map(({ name, colour, dash }) => ({ name, colour, dash }))} />
    </ChartSection>
  );
}

interface SmallProps {
  line: RoundLine;
  scale: ReturnType<typeof roundScale>;
  unit: string;
  /** “round”, or “repeat” where each point stands for a whole run. */
  word: string;
}

function Small({ line, scale: { domain, ticks, rounds }, unit, word }: SmallProps) {
  const counts = line.sides.map(({ name, points }) => `${name} ${plural(points.length, 'point')}`);
  return (
    <Sized height={HEIGHT} label={`${line.name} by ${word}: ${counts.join(', ')}`}>
      {(width) => {
        const x = (round: number) =>
          LEFT + 8 + ((round - rounds[0]) / (rounds[1] - rounds[0])) * (width - LEFT - RIGHT - 16);
        const y = (value: number) =>
          TOP + (1 - (value - domain[0]) / (domain[1] - domain[0] || 1)) * (HEIGHT - TOP - BOTTOM);
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
                {n === 0 ? `${word} ${round}` : round}
              </text>
            ))}
            {line.sides.map((side) => (
              <SideLine key={side.letter} side={side} x={x} y={y} unit={unit} word={word} />
            ))}
          </svg>
        );
      }}
    </Sized>
  );
}

interface SideLineProps {
  side: RoundSide;
  x: (round: number) => number;
  y: (value: number) => number;
  unit: string;
  word: string;
}

function SideLine({ side: { points, colour, dash, name }, x, y, unit, word }: SideLineProps) {
  const path = points
    .map(({ at, value }, n) => `${n ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`)
    .join('');
  return (
    <g>
      <path
        d={path}
        fill="none"
        stroke={colour}
        strokeWidth={1.6}
        strokeLinejoin="round"
        strokeDasharray={dash}
      />
      {points.map(({ round, at, value }) => (
        <circle key={at} cx={x(at)} cy={y(value)} r={points.length > 30 ? 1.5 : 3} fill={colour}>
          <title>{`${name}, ${word} ${round}: ${measure(value, unit)}`}</title>
        </circle>
      ))}
    </g>
  );
}
