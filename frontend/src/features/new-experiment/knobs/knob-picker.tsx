import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import { IconArrowLeft, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import { plural } from '@/components/words/format';
import { Pill } from '@/components/ui/labels/pill';
import { Small } from '@/components/ui/labels/texts';

import type { KnobMap } from '../draft/definition';
import { type KnobPath, setKnob } from '../edits/edits';
import { useEditor } from '../draft/editor-context';
import classes from '../draft/new-experiment.module.css';
import { useTestbedHosts } from '../draft/use-hosts';

import type { Family } from './knob-families';
import { rangeOf, SCOPES, startValue } from './knobs';
import { type KnobOption, familyCounts, type Group as Found, groupsOf, SET_HERE } from './picker-groups';
import { useOnHost } from './use-on-host';

const FAMILY = 'family:';
const MAX_QUERY = 200; // characters
const BACK = `${FAMILY}all`;

/** Finds a setting by family, by name or by what it does, or a kernel setting by its key, and sets it. */
export function KnobPicker({ path, ownKnobs }: { path: KnobPath; ownKnobs: KnobMap }) {
  const { knobs, edit, go } = useEditor();
  const [query, setQuery] = useState('');
  const [family, setFamily] = useState<Family>();
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const hostOf = useTestbedHosts();
  const nowOf = useOnHost(ownKnobs);
  const groups = groupsOf({ knobs, ownKnobs, query, family, hostOf, nowOf });
  const browsing = query === '' && family === undefined;
  const { selectFirstOption, resetSelectedOption } = combobox;
  useEffect(() => {
    // after the options of this search are drawn
    if (query === '') resetSelectedOption();
    else selectFirstOption();
  }, [query, selectFirstOption, resetSelectedOption]);
  const pick = (value: string) => {
    if (value.startsWith(FAMILY)) {
      setFamily(value === BACK ? undefined : (value.slice(FAMILY.length) as Family));
      combobox.resetSelectedOption();
      return;
    }
    const choice = groups.flatMap(({ choices }) => choices).find(({ knob }) => knob.name === value);
    if (choice) {
      edit((old) => setKnob(old, path, value, startValue(choice.knob, choice.now?.current)));
      go({ knob: value }); // its row takes the focus: the value is typed next
    }
    setQuery('');
    setFamily(undefined);
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick} width={520} position="bottom-end">
      <Combobox.Target>
        <TextInput
          aria-label="Find a knob to set"
          placeholder="Find a knob or a kernel key…"
          size="xs"
          w={240}
          maw="100%"
          leftSection={<IconSearch size={14} />}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value.slice(0, MAX_QUERY));
            combobox.openDropdown();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown maw="calc(100vw - 2rem)">
        <Combobox.Options aria-label="Knobs" mah={420} style={{ overflowY: 'auto' }}>
          {browsing && <Families />}
          {!browsing && query === '' && <Back family={family} />}
          {!browsing && groups.length === 0 && <NoKnob />}
          {!browsing && groups.map((group) => <Choices key={group.title} group={group} />)}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** What to do with a setting that has no knob. */
const NoKnob = () => (
  <Combobox.Empty>
    No knob matches. Write other nginx directives into nginx.http_extra, nginx.server_extra or
    nginx.location_extra; set boot parameters such as isolcpus and limits of services such as LimitNPROC on
    the host itself.
  </Combobox.Empty>
);

function Families() {
  const { knobs } = useEditor();
  return familyCounts(knobs).map(({ family, title, about, count }) => (
    <Combobox.Option key={family} value={FAMILY + family} className={classes.hit}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fz="sm" fw={550}>
          {title}{' '}
          <Small span fw={400}>
            {about}
          </Small>
        </Text>
        <Group gap={4} wrap="nowrap" c="dimmed">
          <Text fz="xs" style={{ whiteSpace: 'nowrap' }}>
            {plural(count, 'knob')}
          </Text>
          <IconChevronRight size={14} aria-hidden />
        </Group>
      </Group>
    </Combobox.Option>
  ));
}

function Back({ family }: { family?: Family }) {
  return (
    <Combobox.Option value={BACK} className={classes.hit}>
      <Group gap={6}>
        <IconArrowLeft size={14} aria-hidden />
        <Text fz="xs">All families</Text>
        {family === 'sysctl' && <Small>or type any key, such as net.ipv4.tcp_rmem</Small>}
      </Group>
    </Combobox.Option>
  );
}

function Choices({ group: { title, choices } }: { group: Found }) {
  return (
    <Combobox.Group label={title}>
      {choices.map((choice) => (
        <Combobox.Option
          key={choice.knob.name}
          value={choice.knob.name}
          disabled={choice.hindrance !== undefined}
          className={classes.hit}
          style={{ opacity: 1 }} // a reason has to be readable
        >
          <ChoiceText choice={choice} />
        </Combobox.Option>
      ))}
    </Combobox.Group>
  );
}

function ChoiceText({ choice: { knob, now, hindrance } }: { choice: KnobOption }) {
  const scope = SCOPES[knob.scope];
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text
          className="dyno-mono"
          fw={550}
          c={hindrance ? 'dimmed' : undefined}
          style={{ overflowWrap: 'anywhere' }}
        >
          {knob.name}
        </Text>
        <Small style={{ whiteSpace: 'nowrap' }}>
          {hindrance === SET_HERE ? hindrance : `${knob.role} host`}
        </Small>
      </Group>
      <Text fz="xs" mt={2} c={hindrance ? 'dimmed' : undefined}>
        {knob.text}
      </Text>
      <Small mt={2}>
        {[
          `default: ${now?.usual ?? knob.default}`,
          rangeOf(knob),
          now?.current && `${now.name} has ${now.current}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </Small>
      {scope.changes && (
        <Text component="div" mt={4}>
          <Pill tone="accent">{scope.word}</Pill>
        </Text>
      )}
      {hindrance && hindrance !== SET_HERE && (
        <Text fz="xs" c="var(--dyno-danger)" mt={2}>
          Not available on {now?.name}: {hindrance}
        </Text>
      )}
    </>
  );
}
