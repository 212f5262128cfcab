import { Button, Checkbox, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { hostsQuery } from '@/api/queries/hosts';
import type { TokenIn } from '@/api/types';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { ANY_TOOL } from '@/components/words/tools';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { Form } from '@/components/ui/dialogs/form';

const ROLES = [
  { role: 'load', text: `load: runs ${ANY_TOOL}` },
  { role: 'proxy', text: 'proxy: runs the server under test' },
  { role: 'backend', text: 'backend: answers behind the proxy' },
] as const;
type Role = (typeof ROLES)[number]['role'];

const LIVES = [
  { label: 'an hour', value: '3600' },
  { label: 'a day', value: '86400' },
  { label: 'a week', value: '604800' },
];
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/;

interface TokenFormProps {
  pending: boolean;
  error: unknown;
  onSubmit: (request: TokenIn) => Promise<unknown>;
  onClose: () => void;
}

/** What the token lets its machine do. */
export function TokenForm({ pending, error, onSubmit, onClose }: TokenFormProps) {
  const hosts = useQuery(hostsQuery);
  const [roles, setRoles] = useState<Role[]>(ROLES.map(({ role }) => role));
  const [name, setName] = useState('');
  const [life, setLife] = useState('3600');
  const [several, setSeveral] = useState(false);
  const [approves, setApproves] = useState(true);
  const hostName = name.trim();
  const fits = hostName === '' || NAME.test(hostName);
  const existingHost = hosts.data?.find((host) => host.name === hostName);
  const submit = () => {
    const reusable = several && hostName === '';
    return onSubmit({ roles, host_name: hostName || null, approves, reusable, expires_in_s: Number(life) });
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        <Checkbox.Group label="Roles" value={roles} onChange={(roleNames) => setRoles(roleNames as Role[])}>
          <Stack gap={8} mt={6}>
            {ROLES.map(({ role, text }) => (
              <Checkbox key={role} value={role} label={text} />
            ))}
          </Stack>
        </Checkbox.Group>
        <TextInput
          label="Name"
          placeholder="its hostname"
          value={name}
          maxLength={63}
          error={!fits && 'Up to 63 letters, digits, dots and dashes'}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {existingHost && (
          <Text fz="sm" c="var(--dyno-danger)" role="status">
            There is a host {existingHost.name} already. The new agent takes its place, and the present one is
            locked out at that moment.
          </Text>
        )}
        <Select
          label="The token is good for"
          data={LIVES}
          value={life}
          allowDeselect={false}
          onChange={(value) => setLife(value ?? '3600')}
        />
        <Checkbox
          label="For several machines"
          description="Until it expires; otherwise one. A token with a name is for one machine."
          checked={several && hostName === ''}
          disabled={hostName !== ''}
          onChange={({ currentTarget }) => setSeveral(currentTarget.checked)}
        />
        <Checkbox
          label="Let it in at once"
          description="Otherwise its agent waits on this page until you approve it."
          checked={approves}
          onChange={({ currentTarget }) => setApproves(currentTarget.checked)}
        />
        {Boolean(error) && <ErrorState error={error} failedPart="no token was made" />}
        <Group justify="space-between" gap="xs">
          <Muted>
            <DocsLink topic="agents">How to run agents</DocsLink>
          </Muted>
          <Group gap="xs">
            <PlainButton onClick={onClose}>Cancel</PlainButton>
            <Button type="submit" disabled={!fits || roles.length === 0} loading={pending}>
              Make the token
            </Button>
          </Group>
        </Group>
      </Stack>
    </Form>
  );
}
