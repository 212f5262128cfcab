import { Table, Text } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';

import type { TrialDetail } from '@/api/types';
import { plural } from '@/components/words/format';
import { Pill } from '@/components/ui/labels/pill';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { PlainTable } from '@/components/ui/layout/plain-table';

import { hasEnded } from '../trials/trials';

import { foundRows, roundList, type FoundRow, type Rule } from './findings';

const RuleList = lazy(async () => ({ default: (await import('./rule-list')).RuleList }));

interface FindingsSectionProps {
  trials: TrialDetail[];
  rules: Rule[];
}

/** What the checks of each trial found, with the limit that each check keeps. */
export function FindingsSection({ trials, rules }: FindingsSectionProps) {
  const rows = useMemo(() => foundRows(trials, rules), [trials, rules]);
  const endedCount = trials.filter(hasEnded).length;
  const doubts = rows.filter(({ level }) => level !== 'note').length;
  return (
    <FoldedSection
      id="validity"
      title="Validity"
      subtitle={doubts ? `${plural(doubts, 'check')} found something` : 'every check passed'}
      caption={
        <>
          {plural(rules.length, 'check')} of {plural(endedCount, 'trial')}.{' '}
          <DocsLink topic="findings">Which trials count, and why</DocsLink>
        </>
      }
    >
      {rows.length === 0 ? (
        <Text fz="sm">Every trial passed every check.</Text>
      ) : (
        <Found rows={rows} endedCount={endedCount} />
      )}
      <Suspense>
        <RuleList rules={rules} findingRows={rows} />
      </Suspense>
    </FoldedSection>
  );
}

function Found({ rows, endedCount }: { rows: FoundRow[]; endedCount: number }) {
  return (
    <PlainTable
      label="Findings"
      heads={[{ name: 'Level', w: 100 }, 'Check', 'Worst trial', 'Limit', { name: 'Rounds', miw: 100 }]}
      minWidth={560}
    >
      {rows.map(({ code, level, title, message, threshold, rounds }) => (
        <Table.Tr key={`${code} ${level}`}>
          <Table.Td>
            <LevelPill level={level} />
          </Table.Td>
          <Table.Td>{title}</Table.Td>
          <Table.Td>{message}</Table.Td>
          <Table.Td c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {threshold}
          </Table.Td>
          <Table.Td c="dimmed">
            {roundList(rounds)}
            {rounds.length === endedCount && endedCount > 1 ? ' (all)' : ''}
          </Table.Td>
        </Table.Tr>
      ))}
    </PlainTable>
  );
}

const LEVELS = {
  invalid: { tone: 'danger', hint: 'The trial is left out of every delta.' },
  suspect: { tone: 'worse', hint: 'The trial counts, but look at it before you trust a small change.' },
  note: { tone: 'outline', hint: 'For information; it affects no delta.' },
} as const;

function LevelPill({ level }: { level: Rule['level'] }) {
  return (
    <Pill tone={LEVELS[level].tone} hint={LEVELS[level].hint}>
      {level}
    </Pill>
  );
}
