import { Alert, MultiSelect, Select, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError } from '@/api/errors';
import { hostsQuery, saveTestbed, testbedsQuery } from '@/api/queries/hosts';
import type { Host, Testbed, TestbedIn } from '@/api/types';
import { FormDialog } from '@/components/ui/dialogs/dialog';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { DocsLink } from '@/components/ui/navigation/docs-link';

const ROLES = ['load', 'proxy', 'backend'] as const;
type Role = (typeof ROLES)[number];

const MAX_LOAD_HOSTS = 64;

const DOES: Record<Role, string> = {
  load: 'Run the load tool; a workload uses the first, or as many as it says',
  proxy: 'Runs the server under test',
  backend: 'Answers behind the proxy',
};

interface TestbedFormProps {
  /** The one to change; without, a new one is made. */
  testbed?: Testbed;
  onClose: () => void;
  onSaved: (testbed: Testbed) => void;
}

/** Which host plays which role. */
export function TestbedForm({ testbed, onClose, onSaved }: TestbedFormProps) {
  const client = useQueryClient();
  const hosts = useQuery(hostsQuery);
  const [name, setName] = useState(testbed?.name ?? '');
  const [roles, setRoles] = useState(() => rolesOf(testbed));
  const take = (now: Testbed) => {
    setName(now.name);
    setRoles(rolesOf(now));
  };
  const [otherVersion, setTheirs] = useState<Testbed>();
  const version = (otherVersion ?? testbed)?.version ?? 0;
  const save = useMutation({
    mutationFn: async (body: TestbedIn) => {
      try {
        return await saveTestbed(body, testbed && { id: testbed.id, version });
      } catch (problem) {
        if (!(problem instanceof ApiError && problem.code === 'testbed_changed')) throw problem;
        const now = await client.fetchQuery({ ...testbedsQuery, staleTime: 0 });
        setTheirs(now.find(({ id }) => id === testbed?.id));
        return undefined;
      }
    },
    onSuccess: async (savedTestbed) => {
      await client.invalidateQueries({ queryKey: ['testbeds'] });
      if (savedTestbed) onSaved(savedTestbed);
    },
  });
  const hostIds = Object.values(roles).flat();
  const submit = () => {
    const givenRoles = Object.entries(roles).flatMap(([role, ids]) =>
      ids.length > 0 ? [[role, ids.length > 1 ? ids : ids[0]]] : [],
    );
    return save.mutateAsync({
      name: name.trim(),
      roles: Object.fromEntries(givenRoles) as TestbedIn['roles'],
    });
  };
  return (
    <FormDialog
      title={testbed ? `Change ${testbed.name}` : 'Make a testbed'}
      size="lg"
      submit={otherVersion ? 'Save mine and check' : testbed ? 'Save and check' : 'Make and check'}
      cancel={otherVersion && 'Keep theirs'}
      ready={Boolean(name.trim()) && hostIds.length > 0}
      busy={save.isPending}
      error={save.error}
      failureText="nothing was changed"
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        placeholder="lab"
        value={name}
        maxLength={80}
        required
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {ROLES.map((role) => {
        const ids = roles[role] ?? [];
        const set = (next: string[]) => setRoles((now) => ({ ...now, [role]: next }));
        const field = {
          description: DOES[role],
          data: fitting(hosts.data ?? [], role).map((host) => ({
            value: host.id,
            label: `${host.name}, ${host.address}${host.online ? '' : ', offline'}`,
          })),
          placeholder:
            hosts.data && fitting(hosts.data, role).length === 0 ? 'no host takes this role' : 'none',
          clearable: true,
          clearButtonProps: { 'aria-label': `No host for ${role}` },
        };
        if (role !== 'load')
          return (
            <Select
              key={role}
              {...field}
              label={`Host for ${role}`}
              value={ids[0] ?? null}
              onChange={(id) => set(id === null ? [] : [id])}
            />
          );
        return (
          <MultiSelect
            key={role}
            {...field}
            label="Hosts for load"
            placeholder={ids.length > 0 ? undefined : field.placeholder}
            maxValues={MAX_LOAD_HOSTS}
            value={ids}
            onChange={set}
          />
        );
      })}
      <Muted>
        {hasSharedMachine(hosts.data ?? [], hostIds) &&
          'Some of these share a machine and its CPUs: results are less certain. '}
        Hosts reach each other at these addresses; start an agent with --address for another one.{' '}
        <DocsLink topic="testbeds">More</DocsLink>
      </Muted>
      {otherVersion && <Changed otherVersion={otherVersion} onTake={() => take(otherVersion)} />}
    </FormDialog>
  );
}

function rolesOf(testbed?: Testbed): Partial<Record<Role, string[]>> {
  const roles: Partial<Record<Role, string[]>> = {};
  for (const { role, host_id } of testbed?.roles ?? []) roles[role] = [...(roles[role] ?? []), host_id];
  return roles;
}

/** What somebody else made of it meanwhile; what was chosen here stays. */
function Changed({ otherVersion, onTake }: { otherVersion: Testbed; onTake: () => void }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      title="Someone else changed this testbed in the meantime"
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Text fz="sm" mb="xs">
        Nothing has been saved yet; yours is above. Now it is “{otherVersion.name}”:{' '}
        {otherVersion.roles.map(({ role, host_name }) => `${role} ${host_name}`).join(', ')}.
      </Text>
      <PlainButton size="xs" onClick={onTake}>
        Start from theirs
      </PlainButton>
    </Alert>
  );
}

const fitting = (hosts: Host[], role: Role) => hosts.filter((host) => host.roles.includes(role));

/** Whether two different hosts, or two roles of one, are one machine. */
function hasSharedMachine(hosts: Host[], hostIds: string[]): boolean {
  const machines = hostIds.map((id) => hosts.find((host) => host.id === id)?.facts.machine ?? id);
  return new Set(machines).size < machines.length;
}
