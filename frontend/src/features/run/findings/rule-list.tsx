import { Table, Text } from '@mantine/core';

import { PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

import classes from '../trials/run.module.css';

import type { FoundRow, Rule } from './findings';

/** Every check with its limit and its reason, on demand. */
export function RuleList({ rules, findingRows }: { rules: Rule[]; findingRows: FoundRow[] }) {
  const hit = new Set(findingRows.map(({ code }) => code));
  return (
    <details className={classes.rules}>
      <summary>What is checked, and why</summary>
      <PlainTable label="Checks" heads={['Check', 'Limit', 'Otherwise']} minWidth={560}>
        {rules.map(({ code, level, title, sentence, limit, why: reason }) => (
          <Table.Tr key={code} style={{ verticalAlign: 'top' }}>
            <Table.Td>
              <Text fz="sm" fw={hit.has(code) ? 600 : 500}>
                {title}
              </Text>
              <Text fz="sm">{sentence}</Text>
              <Small mt={4} style={{ whiteSpace: 'pre-line' }}>
                {paragraphs(reason)}
              </Small>
            </Table.Td>
            <Table.Td>{limit}</Table.Td>
            <Table.Td>{level}</Table.Td>
          </Table.Tr>
        ))}
      </PlainTable>
    </details>
  );
}

/** Lines that were broken for a text file become paragraphs; the marks of code are for that file too. */
const paragraphs = (text: string) =>
  text
    .replaceAll('`', '')
    .split('\n\n')
    .map((part) => part.replaceAll('\n', ' '))
    .join('\n');
