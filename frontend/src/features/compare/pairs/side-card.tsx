import { Group, Paper, Text } from '@mantine/core';

import type { Comparison } from '@/api/types';
import { commandLine } from '@/components/words/command-line';
import { plural } from '@/components/words/format';
import { shortKnob } from '@/components/words/knobs';
import { CodeBlock } from '@/components/ui/code/code-block';
import { CopyButton } from '@/components/ui/sharing/copy-button';
import { TextLink } from '@/components/ui/navigation/links';
import { Small } from '@/components/ui/labels/texts';

import { valueWords } from '../selection/words';

interface SideCardProps {
  side: string;
  title: string;
  argv: string[];
  runs: Comparison['pairs'][number]['a'][];
  otherRuns: Comparison['pairs'][number]['a'][];
}

/** One side: its name, what tells it apart, and how its load tool was called. */
export function SideCard({ side, title, argv, runs, otherRuns }: SideCardProps) {
  const command = commandLine(argv);
  const all = runsOf(runs);
  return (
    <Paper
      component="section"
      aria-label={`Side ${side.toUpperCase()}: ${title}`}
      style={{ borderTop: `3px solid ${side === 'a' ? 'var(--dyno-a)' : 'var(--dyno-b)'}` }}
    >
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div>
          <Small>{side === 'a' ? 'A · baseline' : side.toUpperCase()}</Small>
          <Text fz="lg" fw={650} mt={2} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Small mt={2}>{apart(runs, otherRuns) || 'the same settings as the other side'}</Small>
        </div>
        {argv.length > 0 && <CopyButton text={command} label="Copy" flex="none" />}
      </Group>
      {argv.length > 0 && (
        <div style={{ marginTop: 12 }}>
          <CodeBlock text={command} label={`Argument list of side ${side.toUpperCase()}`} wrap />
        </div>
      )}
      <Small mt="xs">
        {plural(all.length, 'run')}
        {': '}
        {all.slice(0, 6).map(({ id, name, experiment_name }, n) => (
          <span key={id}>
            {n > 0 && ', '}
            <TextLink to="/runs/$id" params={{ id }} underline="always" title={experiment_name}>
              {name}
            </TextLink>
          </span>
        ))}
        {all.length > 6 && ` and ${all.length - 6} more`}
      </Small>
    </Paper>
  );
}

/** Every run once, the repeats of a group each for itself. */
function runsOf(runs: SideCardProps['runs']) {
  const flat = runs.flatMap((run) => (run.repeats?.length ? run.repeats : [run]));
  return [
    ...new Map(flat.map(({ id, name, experiment_name }) => [id, { id, name, experiment_name }])).values(),
  ];
}

/** What sets this side apart: settings whose values differ, also those that are not set here. */
function apart(runs: SideCardProps['runs'], otherRuns: SideCardProps['runs']): string {
  const [ownSettings, otherSettings] = [runs.map(settings), otherRuns.map(settings)];
  const names = [
    ...new Set([...ownSettings, ...otherSettings].flatMap((settingsOfRun) => Object.keys(settingsOfRun))),
  ];
  const differ = names.filter((name) =>
    ownSettings.some((settingsOfRun, n) => settingsOfRun[name] !== otherSettings[n]?.[name]),
  );
  const pins = differ.length > 0 && differ.every((name) => name.startsWith('pin.'));
  if (pins && ownSettings.every((settingsOfRun) => differ.every((name) => settingsOfRun[name] === undefined)))
    return 'not pinned: the scheduler may move every process';
  const words = differ.map(
    (name) =>
      `${shortKnob(name)} ${[...new Set(ownSettings.map((settingsOfRun) => valueWords(settingsOfRun[name])))].join(' or ')}`,
  );
  return words.length > MAX_SHOWN
    ? `${words.slice(0, MAX_SHOWN).join(' · ')} and ${plural(words.length - MAX_SHOWN, 'more setting')}`
    : words.join(' · ');
}

const MAX_SHOWN = 6;

const settings = ({
  knobs,
  described: texts = {},
}: SideCardProps['runs'][number]): Record<string, unknown> => ({
  ...texts,
  ...knobs,
});
