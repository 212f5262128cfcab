import { Table, Text } from '@mantine/core';
import { useMemo } from 'react';

import { CHECK_TITLES, foundRows, roundList } from './findings';
import { hasEnded } from './trials';
import type { TrialDetail } from '@/api/types';
import { plural } from '@/components/format';
import { Pill } from '@/components/ui/pill';
import { Section } from '@/components/ui/section';

const HINTS = {
  invalid: 'The trial is left out of every delta.',
  suspect: 'The trial counts, but look at it before you trust a small change.',
};

/** What the checks of each trial found, with the limit that each check keeps. */
export function FindingsSection({ trials }: { trials: TrialDetail[] }) {
  const rows = useMemo(() => foundRows(trials), [trials]);
  const ended = trials.filter(hasEnded).length;
  const passed = CHECK_TITLES.filter((title) => !rows.some((row) => row.title === title));
  return (
    <Section
      id="validity"
      title="Validity"
      subtitle={rows.length ? `— ${plural(rows.length, 'check')} found something` : '— nothing found'}
      caption={`Checked in ${plural(ended, 'trial')} and found in order: ${passed.map((title) => (title.startsWith('CPU') ? title : title.toLowerCase())).join(', ')}.`}
    >
      {rows.length === 0 ? (
        <Text fz="sm">Every trial passed every check.</Text>
      ) : (
        <Table.ScrollContainer minWidth={560}>
          <Table aria-label="Findings" fz="sm" verticalSpacing={8}>
            <Table.Thead>
              <Table.Tr c="dimmed">
                <Table.Th fw={500} w={100}>
                  Level
                </Table.Th>
                <Table.Th fw={500}>Check</Table.Th>
                <Table.Th fw={500}>Worst trial</Table.Th>
                <Table.Th fw={500}>Limit</Table.Th>
                <Table.Th fw={500}>Rounds</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ code, level, title, message, threshold, rounds }) => (
                <Table.Tr key={`${code} ${level}`}>
                  <Table.Td>
                    <Pill tone={level === 'invalid' ? 'danger' : 'worse'} hint={HINTS[level]}>
                      {level}
                    </Pill>
                  </Table.Td>
                  <Table.Td>{title}</Table.Td>
                  <Table.Td>{message}</Table.Td>
                  <Table.Td c="dimmed">{threshold}</Table.Td>
                  <Table.Td c="dimmed">
                    {roundList(rounds)}
                    {rounds.length === ended && ended > 1 ? ' (all)' : ''}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Section>
  );
}
