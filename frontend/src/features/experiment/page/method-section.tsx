import { Stack, Text } from '@mantine/core';

import type { Experiment } from '@/api/types';
import { MadeBy } from '@/components/domain/made-by';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { TextLink } from '@/components/ui/navigation/links';
import { isUnfinished } from '@/components/words/states';
import { Muted } from '@/components/ui/labels/texts';

import { JudgeAgain } from '../deltas/judge-again';
import { FactsChanged } from '../repeat/facts-changed';
import { MeasureMore } from '../repeat/measure-more';

import { Interruptions } from './interruptions';

/** Order and author, what ended the rounds, how servers were started, what changed or interrupted it, and the rules. */
export function MethodSection({ experiment }: { experiment: Experiment }) {
  const { precision, decision, halving, servers, state, origin, order, owner, form, rules, testbed } =
    experiment;
  const endRule = isUnfinished(state) ? undefined : (precision ?? decision ?? halving);
  return (
    <FoldedSection id="method" title="How it was measured">
      <Stack gap={6} maw={900}>
        <Text fz="sm" component="div">
          {origin === 'imported' ? 'Imported, in an order that is not known' : ORDERS[order]}
          {form && `; ${FORMS[form] ?? form}`}
          {testbed && (
            <>
              {'; on '}
              <TextLink to="/hosts" underline="always">
                {testbed.name}
              </TextLink>
            </>
          )}{' '}
          <MadeBy owner={owner} link />
        </Text>
        {endRule && (
          <Text fz="sm">
            {endRule.sentence} <DocsLink topic="rounds">How many rounds</DocsLink>
          </Text>
        )}
        {servers && (
          <Text fz="sm">
            {servers.sentence} <DocsLink topic="servers">Servers</DocsLink>
          </Text>
        )}
        {experiment.without_nginx?.map((sentence) => (
          <Text fz="sm" key={sentence}>
            {sentence}
          </Text>
        ))}
        {!isUnfinished(state) && (
          <Text fz="sm">
            Verdicts follow rules {rules.version}. {rules.note} <JudgeAgain experiment={experiment} />
          </Text>
        )}
        <MeasureMore experiment={experiment} />
        <Note experiment={experiment} />
        {!isUnfinished(state) && <Interruptions experiment={experiment} />}
        <FactsChanged changes={experiment.facts_changed} />
      </Stack>
    </FoldedSection>
  );
}

const ORDERS: Record<Experiment['order'], string> = {
  interleaved: 'All runs in each round, in random order',
  sequential: 'One run after the other',
};

const FORMS: Record<string, string> = {
  quick: 'quick form, sized to this machine',
  full: 'full form, as in the write-up as far as this testbed allows',
};

/** How this form differs from the write-up. */
function Note({ experiment: { note, description, form } }: { experiment: Experiment }) {
  return (
    <>
      {description && <Muted>{description}</Muted>}
      {note && (
        <Muted>
          <Text span fz="sm" fw={550} c="var(--dyno-ink)">
            {form ? 'How this form differs: ' : 'Note: '}
          </Text>
          {note}
        </Muted>
      )}
    </>
  );
}
