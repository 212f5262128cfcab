import { Anchor, Group, Table, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Fragment, useDeferredValue, useMemo, useState } from 'react';

import type { Comparison } from '@/api/types';
import { count } from '@/components/words/format';
import { isText } from '@/components/words/knobs';
import { Pill } from '@/components/ui/labels/pill';
import { Section } from '@/components/ui/layout/section';
import { TextValue } from '@/components/ui/dialogs/text-value';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Muted, Small } from '@/components/ui/labels/texts';

import { valueWords } from '../selection/words';
import { useCompare } from '../selection/compare-state';

type Difference = Comparison['differs'][number];

const KINDS: Record<Difference['kind'], { label: string; hint: string }> = {
  knob: { label: 'knob', hint: 'Set by the variant.' },
  described: { label: 'as reported', hint: 'A setting of an imported run, as reported by the source.' },
  workload: { label: 'workload', hint: 'What load was applied.' },
  kernel: {
    label: 'kernel',
    hint: 'A kernel setting: read back where the run changed it, else as the host had it at launch.',
  },
  host: { label: 'host', hint: 'Changed on the host for a run, and read back.' },
  effective: { label: 'effective', hint: 'Read back from the running processes.' },
  fact: { label: 'fact', hint: 'Host facts at launch.' },
};

/** Rows whose name, kind or values have every word. */
function matching(rows: Difference[], words: string): Difference[] {
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return rows;
  return rows.filter(({ kind, name, a, b }) => {
    const text = [KINDS[kind].label, name, valueWords(a), valueWords(b)].join(' ').toLowerCase();
    return terms.every((word) => text.includes(word));
  });
}

const MANY = 8;

/** Only what is not equal on both sides; the rest on demand, and a filter where there is much of it. */
export function Differences({ comparison }: { comparison: Comparison }) {
  const { differs, equal, equal_settings = [], a_title, b_title } = comparison;
  const { search, set } = useCompare();
  const open = search.all === '1';
  const [text, setText] = useState(search.find ?? '');
  const words = useDeferredValue(text);
  const shownRows = useMemo(() => matching(differs, words), [differs, words]);
  const equalRows = useMemo(
    () => (open ? matching(equal_settings, words) : []),
    [open, equal_settings, words],
  );
  const much = open || differs.length > MANY || text !== '';
  return (
    <Section id="differs" title="Only what differs">
      {much && (
        <TextInput
          aria-label="Filter settings and facts"
          placeholder="Filter: somaxconn, kernel, worker…"
          leftSection={<IconSearch size={16} />}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onBlur={() => set({ find: text || undefined })}
          mb="sm"
        />
      )}
      <PlainTable
        label="Settings and facts of both sides"
        heads={[{ name: 'Setting', pl: 0 }, a_title, b_title]}
        minWidth={320}
        scroll={{ mah: much ? 560 : undefined }}
        stickyHeader={much}
      >
        {shownRows.map((difference) => (
          <Row key={`${difference.kind} ${difference.name}`} difference={difference} />
        ))}
        {equalRows.map((difference) => (
          <Row key={`= ${difference.kind} ${difference.name}`} difference={difference} equal />
        ))}
      </PlainTable>
      <Nothing
        differs={differs.length}
        shownCount={shownRows.length + equalRows.length}
        isFiltered={words !== ''}
      />
      <Group gap={6} mt="md">
        <Small>
          {count(equal)} settings and facts are equal{open ? '' : ' and hidden'} ·{' '}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => set({ all: open ? undefined : '1' })}
          >
            {open ? 'hide them' : 'show all'}
          </Anchor>
        </Small>
      </Group>
    </Section>
  );
}

interface NothingProps {
  differs: number;
  shownCount: number;
  isFiltered: boolean;
}

function Nothing({ differs, shownCount: shownRows, isFiltered }: NothingProps) {
  if (isFiltered && shownRows === 0) {
    return <Muted mt="sm">No setting or fact matches.</Muted>;
  }
  if (differs > 0) return null;
  return (
    <Muted mt="sm">
      None recorded. A change between the sides is noise, or something that was not recorded.
    </Muted>
  );
}

function Row({
  difference: { kind, name, a, b },
  equal = false,
}: {
  difference: Difference;
  equal?: boolean;
}) {
  return (
    <Table.Tr c={equal ? 'dimmed' : undefined}>
      <Table.Td pl={0} style={{ overflowWrap: 'anywhere' }} miw={140}>
        <span className={kind === 'effective' ? undefined : 'dyno-mono'}>
          {name.split(PART).map((part, at) => (
            <Fragment key={at}>
              {at > 0 && <wbr />}
              {part}
            </Fragment>
          ))}
        </span>{' '}
        {kind !== 'knob' && <Pill hint={KINDS[kind].hint}>{KINDS[kind].label}</Pill>}
      </Table.Td>
      <Value value={a} label={`${name} of A`} />
      <Value value={b} strong={!equal} before={isText(a) ? a : undefined} label={`${name} of B`} />
    </Table.Tr>
  );
}

/** Where a name may go on in the next line. */
const PART = /(?<=[._])/;

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
