import { Accordion, Group, Stack, Text } from '@mantine/core';

import type { Knob, Plan, PlannedRun } from '@/api/types';
import { plural } from '@/components/words/format';
import { CodeBlock } from '@/components/ui/code/code-block';
import { shortKnob, shortValue } from '@/components/words/knobs';
import { CopyButton } from '@/components/ui/sharing/copy-button';
import { Pill } from '@/components/ui/labels/pill';
import { TOPOLOGY_LABELS } from '@/components/words/workload';
import { Section } from '@/components/ui/layout/section';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { Small } from '@/components/ui/labels/texts';

import { ConfPreview } from '../variants/conf-preview';
import { useEditor } from '../draft/editor-context';
import classes from '../draft/new-experiment.module.css';
import { knobNamed } from '../knobs/knob-families';
import { sizeText } from '../knobs/knobs';

import { RunSettings } from './run-settings';

/** Every run with what it sets, its argument list and its nginx.conf. */
export function RunPlans({ plan }: { plan: Plan }) {
  const { knobs } = useEditor();
  const [open, setOpen] = useUrlParam('open');
  const runs = plan.runs ?? [];
  return (
    <Section
      title="Runs"
      subtitle={runs.length}
      id="runs"
      caption="Open a run for its argument list, settings and nginx.conf."
    >
      <Accordion value={open ?? null} onChange={(next) => setOpen(next ?? undefined)} chevronPosition="left">
        {runs.map((run) => (
          <Accordion.Item key={run.position} value={String(run.position + 1)}>
            <Accordion.Control>
              <Group gap="sm" wrap="nowrap">
                <span className={classes.cell}>{run.position + 1}</span>
                <div style={{ minWidth: 0 }}>
                  <Group gap={6}>
                    <Text fw={550} fz="sm">
                      {run.name}
                    </Text>
                    {run.is_baseline && <Pill tone="accent">baseline</Pill>}
                    {run.is_control && <Pill tone="outline">A/A control</Pill>}
                  </Group>
                  <Small style={{ overflowWrap: 'anywhere' }}>{aboutOf(run, knobs)}</Small>
                </div>
              </Group>
            </Accordion.Control>
            <Accordion.Panel>{open === String(run.position + 1) && <Details run={run} />}</Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Section>
  );
}

function knobText(run: PlannedRun, name: string, knobs: readonly Knob[]): string {
  const value = run.knobs[name];
  return `${shortKnob(name)} ${sizeText(knobNamed(knobs, name), value) ?? shortValue(value)}`;
}

function aboutOf(run: PlannedRun, knobs: readonly Knob[]): string {
  if (run.is_control) return 'a second copy of the baseline';
  const shownKnobs = run.set_here.slice(0, 4).map((name) => knobText(run, name, knobs));
  const more = run.set_here.length - shownKnobs.length;
  const settings = [...shownKnobs, ...(more > 0 ? [`and ${plural(more, 'more knob')}`] : [])].join(', ');
  return [
    run.parent ? `from ${run.parent}` : '',
    run.is_baseline ? '' : run.against ? `against ${run.against}` : 'context: gets no verdict',
    settings || (run.is_baseline ? 'the others are compared with it' : ''),
    `topology ${TOPOLOGY_LABELS[run.topology]}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Details({ run }: { run: PlannedRun }) {
  const command = run.load_argv.map(quoteArgument).join(' ');
  return (
    <Stack gap="md">
      <div>
        <Group justify="space-between" mb={6}>
          <Text fz="sm" fw={500}>
            Argument list of the load tool
          </Text>
          <CopyButton text={command} />
        </Group>
        <CodeBlock text={command} label={`Argument list of ${run.name}`} wrap />
      </div>
      <RunSettings run={run} />
      <ConfPreview variant={run.variant} />
    </Stack>
  );
}

const quoteArgument = (argument: string) =>
  /^[\w./:=,@%+-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
