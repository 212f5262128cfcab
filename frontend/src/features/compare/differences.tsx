import { Anchor, Table, Text } from '@mantine/core';

import { valueWords } from './words';
import type { Comparison } from '@/api/types';
import { count } from '@/components/format';
import { isText } from '@/components/knob-words';
import { Pill } from '@/components/ui/pill';
import { Section } from '@/components/ui/section';
import { TextValue } from '@/components/ui/text-value';
import { useUrlParam } from '@/components/ui/use-url-param';

type Difference = Comparison['differs'][number];

const KINDS: Record<Difference['kind'], { label: string; hint: string }> = {
  knob: { label: 'knob', hint: 'Set by the variant.' },
  workload: { label: 'workload', hint: 'What load was applied.' },
  effective: { label: 'effective', hint: 'Read back from the running processes.' },
  fact: { label: 'fact', hint: 'What the host was at launch.' },
};

/** Only what is not equal on both sides; the rest on demand. */
export function Differences({ comparison }: { comparison: Comparison }) {
  const { differs, equal, equal_settings = [], a_title, b_title } = comparison;
  const [all, setAll] = useUrlParam('all');
  const open = all === '1';
  return (
    <Section id="differs" title="Only what differs">
      <Table.ScrollContainer minWidth={320} mah={open ? 560 : undefined}>
        <Table aria-label="Settings and facts of both sides" fz="sm" verticalSpacing={8} stickyHeader={open}>
          <Table.Thead style={{ background: 'var(--dyno-surface)' }}>
            <Table.Tr c="dimmed">
              <Table.Th fw={500} pl={0}>
                Setting
              </Table.Th>
              <Table.Th fw={500}>{a_title}</Table.Th>
              <Table.Th fw={500}>{b_title}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {differs.map((one) => (
              <Row key={`${one.kind} ${one.name}`} one={one} />
            ))}
            {open && equal_settings.map((one) => <Row key={`= ${one.kind} ${one.name}`} one={one} equal />)}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {differs.length === 0 && (
        <Text fz="sm" c="dimmed" mt="sm">
          Nothing: both sides have the same settings. A change between them is noise.
        </Text>
      )}
      <Text fz="xs" c="dimmed" mt="md">
        {count(equal)} settings and facts are equal{open ? '' : ' and hidden'} ·{' '}
        <Anchor component="button" type="button" inherit onClick={() => setAll(open ? undefined : '1')}>
          {open ? 'hide them' : 'show all'}
        </Anchor>
      </Text>
    </Section>
  );
}

function Row({ one: { kind, name, a, b }, equal = false }: { one: Difference; equal?: boolean }) {
  return (
    <Table.Tr c={equal ? 'dimmed' : undefined}>
      <Table.Td pl={0} style={{ overflowWrap: 'anywhere' }}>
        <span className={kind === 'effective' ? undefined : 'dyno-mono'}>{name}</span>{' '}
        {kind !== 'knob' && <Pill hint={KINDS[kind].hint}>{KINDS[kind].label}</Pill>}
      </Table.Td>
      <Value value={a} label={`${name} of A`} />
      <Value value={b} strong={!equal} before={isText(a) ? a : undefined} label={`${name} of B`} />
    </Table.Tr>
  );
}

interface ValueProps {
  value: unknown;
  strong?: boolean;
  before?: string;
  label: string;
}

function Value({ value, strong = false, before, label }: ValueProps) {
  const missing = value === null || value === undefined || value === '';
  return (
    <Table.Td
      className="dyno-mono"
      c={missing ? 'dimmed' : strong ? 'var(--dyno-accent)' : undefined}
      style={{ overflowWrap: 'anywhere' }}
    >
      {isText(value) ? <TextValue text={value} before={before} label={label} /> : valueWords(value)}
    </Table.Td>
  );
}
