import { Button, Table, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import type { DeltaOfRun, Halving } from '@/api/types';
import { Section } from '@/components/ui/layout/section';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { TextLink } from '@/components/ui/navigation/links';
import { VerdictBadge } from '@/components/ui/labels/verdict-badge';
import { ABSENT, count, percent } from '@/components/words/format';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

import type { Scope } from '../view/scope';
import classes from '../view/runs-table.module.css';

import { type HalvedRow, halvedRows } from './halving-rows';

interface HalvingSectionProps {
  halving: Halving;
  scope: Scope;
  deltas?: DeltaOfRun[];
}

type Stage = Halving['stages'][number];

const SHOWN = 16;

/** The stages of halving, and who left after which. */
export function HalvingSection({ halving, scope, deltas }: HalvingSectionProps) {
  const { stages, entrants } = halving;
  const [all, setAll] = useState(false);
  const rows = halvedRows(halving, scope, deltas);
  return (
    <Section
      id="halving"
      title="Halving"
      subtitle={`— ${stages.length} stages`}
      caption={
        <>
          A column is a stage: the middle change in req/s of all rounds until its end, by which the better
          half went on. Those eliminated have no verdict. Verdicts are for the last column alone, from all its
          rounds, and count all {entrants} candidates that began; the first was chosen for being good, so test
          it again. <DocsLink topic="halving">How halving is judged</DocsLink>
        </>
      }
    >
      <PlainTable
        label="Halving"
        heads={[
          'Candidate',
          ...stages.map((stage) => ({
            name: <Head stage={stage} last={stage.number === stages.length} />,
            ta: 'right' as const,
          })),
        ]}
        minWidth={240 + 130 * stages.length}
        spacing="sm"
        className={classes.table}
        horizontalSpacing="xs"
      >
        {(all ? rows : rows.slice(0, SHOWN)).map((row) => (
          <Table.Tr key={row.id}>
            <Table.Td>
              <TextLink to="/runs/$id" params={{ id: row.id }} c="var(--dyno-ink)" fw={550}>
                {row.name}
              </TextLink>
            </Table.Td>
            {stages.map((stage, n) => (
              <Table.Td key={stage.number} className={classes.figure}>
                {n === stages.length - 1 ? (
                  <Final row={row} state={stages[n - 1]?.state === 'ended' ? stage.state : 'waiting'} />
                ) : (
                  <Choice at={row.at[n]} measuring={row.isIn && stage.state === 'running'} />
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </PlainTable>
      {rows.length > SHOWN && (
        <Button size="xs" variant="subtle" mt="xs" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Fewer candidates' : `All ${rows.length} candidates`}
        </Button>
      )}
    </Section>
  );
}

const STATES: Partial<Record<Stage['state'], string>> = { running: 'now', stopped: 'stopped' };

function Head({ stage: { number, first, last: end, trials, state }, last }: { stage: Stage; last: boolean }) {
  const stateText = STATES[state];
  return (
    <>
      <div>
        {last ? 'Last stage' : `Stage ${number}`}
        {stateText && ` · ${stateText}`}
      </div>
      <Small component="div">
        rounds {first}–{end}, {count(trials)} trials
      </Small>
    </>
  );
}

/** The figure that a candidate was ranked by, and whether it was enough. */
function Choice({ at, measuring }: { at: HalvedRow['at'][number]; measuring: boolean }) {
  if (!at) return measuring ? <Quiet>measuring</Quiet> : null;
  const change = at.change === null ? ABSENT : percent(at.change);
  return at.goesOn ? <>{change}</> : <Quiet>{change} · eliminated</Quiet>;
}

/** The delta of those that were measured to the end. */
function Final({ row: { delta }, state }: { row: HalvedRow; state: Stage['state'] }) {
  if (!delta || delta.verdict === 'left_out' || state === 'waiting') return null;
  if (state === 'running') return <Quiet>measuring</Quiet>;
  return (
    <>
      {percent(delta.change, delta.low, delta.high)}{' '}
      <VerdictBadge verdict={delta.verdict} detail={delta.reason} />
    </>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Text span fz="inherit" c="dimmed">
    {children}
  </Text>
);
