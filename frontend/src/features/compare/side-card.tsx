import { Group, Paper, Text } from '@mantine/core';

import { valueWords } from './words';
import type { Comparison } from '@/api/types';
import { commandLine } from '@/components/command-line';
import { plural } from '@/components/format';
import { shortKnob } from '@/components/knob-words';
import { CodeBlock } from '@/components/ui/code-block';
import { CopyButton } from '@/components/ui/copy-button';
import { TextLink } from '@/components/ui/links';

interface SideCardProps {
  side: 'a' | 'b';
  title: string;
  argv: string[];
  runs: Comparison['pairs'][number]['a'][];
  other: Comparison['pairs'][number]['a'][];
}

const COLOURS = { a: 'var(--dyno-a)', b: 'var(--dyno-b)' };

/** One side: its name, what tells it apart, and how its load tool was called. */
export function SideCard({ side, title, argv, runs, other }: SideCardProps) {
  const command = commandLine(argv);
  return (
    <Paper
      component="section"
      aria-label={`Side ${side.toUpperCase()}: ${title}`}
      style={{ borderTop: `3px solid ${COLOURS[side]}` }}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Text fz="xs" c="dimmed">
            {side === 'a' ? 'A · baseline' : 'B'}
          </Text>
          <Text fz="lg" fw={650} mt={2} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Text fz="xs" c="dimmed" mt={2}>
            {apart(runs, other) || 'the same settings as the other side'}
          </Text>
        </div>
        <CopyButton text={command} label="Copy" flex="none" />
      </Group>
      <div style={{ marginTop: 12 }}>
        <CodeBlock text={command} label={`Argument list of side ${side.toUpperCase()}`} wrap />
      </div>
      <Text fz="xs" c="dimmed" mt="xs">
        {plural(runs.length, 'run')}
        {': '}
        {runs.slice(0, 6).map(({ id, name }, n) => (
          <span key={id}>
            {n > 0 && ', '}
            <TextLink to="/runs/$id" params={{ id }} underline="always">
              {name}
            </TextLink>
          </span>
        ))}
        {runs.length > 6 && ` and ${runs.length - 6} more`}
      </Text>
    </Paper>
  );
}

/** What sets this side apart: knobs whose values differ, also those that are not set here. */
export function apart(runs: SideCardProps['runs'], other: SideCardProps['runs']): string {
  const names = [...new Set([...runs, ...other].flatMap(({ knobs }) => Object.keys(knobs)))];
  const differ = names.filter((name) => runs.some((run, n) => run.knobs[name] !== other[n]?.knobs[name]));
  const pins = differ.length > 0 && differ.every((name) => name.startsWith('pin.'));
  if (pins && runs.every(({ knobs }) => differ.every((name) => knobs[name] === undefined)))
    return 'not pinned: the scheduler may move every process';
  return differ
    .map(
      (name) =>
        `${shortKnob(name)} ${[...new Set(runs.map(({ knobs }) => valueWords(knobs[name])))].join(' or ')}`,
    )
    .join(' · ');
}
