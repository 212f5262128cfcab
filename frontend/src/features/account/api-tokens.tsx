import { Button, NativeSelect, Table, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { type ApiToken, apiTokensQuery, makeApiToken, type Me, revokeApiToken } from '@/api/queries/people';
import { may } from '@/components/domain/needs';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { FormDialog } from '@/components/ui/dialogs/dialog';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Section } from '@/components/ui/layout/section';
import { ago, dateTime } from '@/components/words/format';
import { Muted } from '@/components/ui/labels/texts';

const SCOPES = [
  { value: 'read', label: 'read' },
  { value: 'operate', label: 'operate: launch, cancel, write' },
  { value: 'hosts', label: 'operate and reach into hosts' },
];
const LIVES = ['7', '30', '90', '365'].map((days) => ({ value: days, label: `${days} days` }));

/** Tokens with which programs act for this account. */
export function ApiTokens({ me }: { me: Me }) {
  const { data = [], error } = useQuery(apiTokensQuery);
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Section
      title="API tokens"
      tools={
        <Button size="xs" onClick={open}>
          New token
        </Button>
      }
      caption="For scripts and for “dyno”, as DYNO_TOKEN. A token can do at most what you can at that moment."
    >
      {error && <ErrorState error={error} failedPart="your tokens" />}
      {data.length === 0 && !error && <Muted>None yet.</Muted>}
      {data.length > 0 && <TokenTable tokens={data} />}
      {isOpen && <TokenDialog me={me} onClose={close} />}
    </Section>
  );
}

function TokenTable({ tokens }: { tokens: ApiToken[] }) {
  return (
    <PlainTable
      label="API tokens"
      heads={['Name', 'May', 'Made', 'Good until', 'Last used']}
      widths={[undefined, 100, 110, 170, 110, 120]}
      last="Revoke"
      minWidth={760}
      stacks
    >
      {tokens.map((token) => (
        <Table.Tr key={token.id}>
          <Table.Td>{token.name}</Table.Td>
          <Table.Td>{token.scope}</Table.Td>
          <Table.Td>{ago(token.created_at)}</Table.Td>
          <Table.Td>{dateTime(token.expires_at)}</Table.Td>
          <Table.Td>{token.last_used_at ? ago(token.last_used_at) : 'never'}</Table.Td>
          <Table.Td align="right">
            <ConfirmButton
              label="Revoke"
              title={`Revoke “${token.name}”?`}
              text="Programs that use it are refused from now on."
              confirm="Revoke it"
              keep="Keep it"
              action={() => revokeApiToken(token.id)}
            />
          </Table.Td>
        </Table.Tr>
      ))}
    </PlainTable>
  );
}

function TokenDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState('read');
  const [days, setDays] = useState('90');
  const creation = useMutation({ mutationFn: makeApiToken });
  const scopes = SCOPES.map((option) => ({ ...option, disabled: !mayHave(me, option.value) }));
  const submit = () =>
    creation.mutateAsync({ name: name.trim(), scope: scope as ApiToken['scope'], days: Number(days) });
  return (
    <FormDialog
      title="New API token"
      submit="Make the token"
      ready={Boolean(name.trim())}
      busy={creation.isPending}
      error={creation.error}
      failureText="no token was made"
      creation={creation.data && shownOnce(creation.data)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="What uses it"
        required
        maxLength={80}
        data-autofocus
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        label="It may"
        data={scopes}
        value={scope}
        onChange={({ currentTarget }) => setScope(currentTarget.value)}
      />
      <NativeSelect
        label="Good for"
        data={LIVES}
        value={days}
        onChange={({ currentTarget }) => setDays(currentTarget.value)}
      />
    </FormDialog>
  );
}

const shownOnce = ({ name, token }: { name: string; token: string }) => ({
  title: `Token “${name}”`,
  text: 'Copy it now; it is not shown again.',
  secret: token,
  label: 'API token',
});

const mayHave = (me: Me, scope: string) =>
  scope === 'read' || may(me, scope === 'hosts' ? 'hosts' : 'operator');
