import { SimpleGrid, Stack, Text, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { calibrationQuery } from '@/api/queries/experiments';
import type { Calibration, Experiment } from '@/api/types';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { QueryState } from '@/components/ui/feedback/query-state';
import { PageSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';
import { StatCard } from '@/components/ui/layout/stat-card';
import { plural, shortPercent, span, ABSENT, share } from '@/components/words/format';
import { TextList } from '@/components/ui/labels/text-list';
import { Subhead, Small } from '@/components/ui/labels/texts';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';

import classes from '../view/runs-table.module.css';

import { needText, rangeText, roundsText } from './calibration-words';
import { DisturbanceSection } from './disturbance-section';
import { LengthSection } from './length-section';

/** What equal runs say about the noise of their testbed. */
export function CalibrationSections({ experiment }: { experiment: Experiment }) {
  const query = useQuery(calibrationQuery(experiment.id));
  const { data } = query;
  if (query.isError) return <QueryState query={query} failedPart="this calibration" />;
  if (!data) return <PageSkeleton />; // as high as the screen: what stands below must not jump
  // the page begins with its headline, which is one of them
  const sentences = [data.sentence, ...(data.equals ? [data.equals.sentence] : [])].filter(
    (text) => !experiment.headline?.lead.includes(text),
  );
  return (
    <>
      <Cards calibration={data} />
      <Section
        id="calibration"
        title="The noise of this testbed"
        subtitle={`— ${plural(data.trials, 'valid trial')} of equal runs, ${plural(data.starts, 'start')} of their servers`}
        caption={
          <>
            All runs are equal, so what differs is noise. Plans on this testbed count with its newest
            calibration. <DocsLink topic="calibration">How it is worked out</DocsLink>
          </>
        }
      >
        <Stack gap="sm">
          {sentences.map((text) => (
            <Text key={text} fz="sm">
              {text}
            </Text>
          ))}
          {data.cautions.map((text) => (
            <Text key={text} fz="sm" c="var(--dyno-unclear-ink)">
              {text}
            </Text>
          ))}
          <Todo todo={data.todo} />
          <NeedsTable needs={data.needs} />
        </Stack>
      </Section>
      <LengthSection lengths={data.lengths} />
      {data.trials > 0 && <DisturbanceSection calibration={data} />}
    </>
  );
}

/** What could be worked out; the sentences below say what could not. */
function Cards({ calibration }: { calibration: Calibration }) {
  const { between, within, equals, needs } = calibration;
  const two = needs.find(({ effect }) => effect === 0.02);
  const cardCount = [between, within, equals, two].filter((figure) => figure != null).length;
  if (cardCount === 0) return null;
  return (
    <SimpleGrid cols={{ base: 1, xs: Math.min(2, cardCount), md: cardCount }} spacing="md">
      {between !== null && (
        <StatCard
          label="Between starts"
          value={shortPercent(between)}
          aside={rangeText(calibration.between_range)}
        >
          How much one start of a server differs from another in requests per second.
        </StatCard>
      )}
      {within !== null && (
        <StatCard
          label="Within a start"
          value={shortPercent(within)}
          aside={rangeText(calibration.within_range)}
        >
          How much {calibration.length_s ? `trials of ${span(calibration.length_s)}` : 'trials'} of one start
          differ.
        </StatCard>
      )}
      {equals && (
        <StatCard
          label="Equals called different"
          value={`${equals.called} of ${equals.candidates}`}
          aside={`${equals.pairs_called} of ${equals.pairs} pairs`}
          tone={equals.called > 0 ? 'worse' : undefined}
        >
          Of the pairs {Number(equals.pairs_expected.toPrecision(2))} are expected by chance.
        </StatCard>
      )}
      {two && (
        <StatCard label="To show a change of 2%" value={roundsText(two.rounds)} unit="rounds">
          {needText(two)}
        </StatCard>
      )}
    </SimpleGrid>
  );
}

function Todo({ todo }: { todo: string[] }) {
  if (todo.length === 0) return null;
  return (
    <div>
      <Subhead mb={4}>What to do</Subhead>
      <TextList fz="sm" texts={todo} />
    </div>
  );
}

/** Rounds that changes of 1, 2 and 5% need here. */
function NeedsTable({ needs }: { needs: Calibration['needs'] }) {
  if (needs.length === 0) return null;
  return (
    <div>
      <PlainTable
        label="Rounds needed"
        heads={[
          'To show a change of',
          ...figureHeads('Rounds, fixed', 'Time', 'Until decided', 'Time', 'Found in', 'What matters'),
        ]}
        minWidth={520}
        spacing="sm"
        className={classes.table}
        horizontalSpacing="xs"
      >
        {needs.map((need) => (
          <Table.Tr key={need.effect}>
            <Table.Td fw={600}>{share(need.effect)}</Table.Td>
            <Table.Td className={classes.figure}>{roundsText(need.rounds)}</Table.Td>
            <Table.Td className={classes.figure}>
              {need.seconds === null ? ABSENT : span(need.seconds)}
            </Table.Td>
            <Table.Td className={classes.figure}>{need.decided_rounds}</Table.Td>
            <Table.Td className={classes.figure}>{span(need.decided_seconds)}</Table.Td>
            <Table.Td className={classes.figure}>{share(need.chance)}</Table.Td>
            <Table.Td className={classes.figure}>±{shortPercent(need.min_effect)}</Table.Td>
          </Table.Tr>
        ))}
      </PlainTable>
      <Small>
        For a baseline, its control and one candidate with new servers each round. Fixed: finds the change in
        80% of experiments. Until decided: rounds on average, at most 40, and the share of experiments that
        find it.
      </Small>
    </div>
  );
}
