import { Stack, Text } from '@mantine/core';

import type { Run, TrialDetail } from '@/api/types';
import { shortKnob, valueText } from '@/components/words/knobs';
import { KeyValue } from '@/components/ui/layout/key-value';
import { TextLink } from '@/components/ui/navigation/links';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { SourceText } from '@/components/ui/code/source-text';
import { Muted } from '@/components/ui/labels/texts';

import { RawOutput } from './raw-output';

/** What is known of a run that was measured elsewhere: its settings as reported, and the text of a trial. */
export function ImportedEvidence({ run, trial }: { run: Run; trial?: TrialDetail }) {
  const knobs = Object.entries(run.knobs).map(([name, value]) => ({
    key: shortKnob(name),
    hint: name,
    value: valueText(value),
  }));
  const describedRows = Object.entries(run.described).map(([key, value]) => ({ key, value: value || 'set' }));
  return (
    <FoldedSection
      id="evidence"
      title="Imported"
      subtitle="source, settings as reported, text of a trial"
      caption="Results from another source: host activity, host facts and the whole nginx.conf are not known."
    >
      <Stack gap="md">
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {run.source ? (
            <>
              Source: <SourceText source={run.source} />.{' '}
            </>
          ) : (
            'No source was given. '
          )}
          The original texts are on the page of{' '}
          <TextLink
            underline="always"
            to="/experiments/$id"
            params={{ id: run.experiment.id }}
            hash="imported"
          >
            the experiment
          </TextLink>
          .
        </Text>
        {knobs.length + describedRows.length > 0 ? (
          <KeyValue label="Settings as reported by the source" rows={[...knobs, ...describedRows]} />
        ) : (
          <Muted>No settings were reported for this run.</Muted>
        )}
        {trial && <RawOutput trial={trial} />}
      </Stack>
    </FoldedSection>
  );
}
