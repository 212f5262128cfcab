import { Group, Radio, SimpleGrid, Stack, Text } from '@mantine/core';

import type { Testbed } from '@/api/types';
import { plural } from '@/components/words/format';
import { leftWords } from '@/components/domain/hosts-to-restore';
import { Pill } from '@/components/ui/labels/pill';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { Muted, Small } from '@/components/ui/labels/texts';

import { RadioCard } from '../fields/radio-card';
import { FieldProblem } from '../fields/field-problem';
import { useEditor } from '../draft/editor-context';
import classes from '../draft/new-experiment.module.css';
import { messageAt } from '../draft/problems';
import { useHostById } from '../draft/use-hosts';

import { sharing, testbedState } from './testbed-state';

/** One testbed to choose: its hosts by role, what they share, and what they do now. */
export function TestbedCard({ testbed }: { testbed: Testbed }) {
  const { words, tone } = testbedState(testbed);
  const busy = testbed.busy_with !== null && testbed.busy_with !== undefined;
  return (
    <RadioCard value={testbed.id} className={classes.choice} aria-label={`${testbed.name}, ${words}`}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Group gap="sm">
            <Radio.Indicator />
            <Text fw={600} fz="md">
              {testbed.name}
            </Text>
          </Group>
          <div className={classes.state}>
            <Pill tone={tone === 'danger' ? 'danger' : busy ? 'accent' : 'better'}>{words}</Pill>
          </div>
        </Group>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
          {testbed.roles.map((role) => (
            <RoleHost key={`${role.role} ${role.host_id}`} role={role} />
          ))}
        </SimpleGrid>
        <Muted>
          {testbed.colocated.length > 0
            ? `Colocated: ${sharing(testbed)}. Give each its own CPUs with pin.load, pin.proxy and pin.origin.`
            : 'Each role has a machine of its own.'}
        </Muted>
      </Stack>
    </RadioCard>
  );
}

function RoleHost({ role }: { role: Testbed['roles'][number] }) {
  const { problems } = useEditor();
  const problem = messageAt(problems, `testbed.${role.role}`);
  const hostOf = useHostById();
  const host = hostOf(role.host_id);
  return (
    <div>
      <Small>{role.role}</Small>
      <Group gap={6}>
        <Text fw={550}>{role.host_name}</Text>
        {!role.online && <StateBadge state="offline" />}
        {role.condition === 'needs_restore' && <StateBadge state="needs_restore" />}
      </Group>
      <Small>
        <span className="dyno-mono">{role.address}</span> · {plural(role.cpus, 'CPU')}
      </Small>
      {role.condition === 'needs_restore' && (
        <Text fz="xs" c="var(--dyno-danger)">
          {host ? leftWords(host) : 'something could not be restored'}
        </Text>
      )}
      <FieldProblem text={problem} fz="xs" />
    </div>
  );
}
