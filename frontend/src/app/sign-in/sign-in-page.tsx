import { Alert, Button, Divider, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { signIn, waysQuery, wordsOf } from '@/api/queries/session';
import { CodeBlock } from '@/components/ui/code/code-block';
import { Coded } from '@/components/ui/code/coded';
import { serverOf } from '@/components/words/command-line';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { Form } from '@/components/ui/dialogs/form';

import { GatePage, LoginField } from './sign-in-gate';
import { ProviderButton } from './provider-button';

interface SignInPageProps {
  /** Why the link did not work with which the page was opened. */
  problem?: string;
  /** Why the OpenID provider did not sign anybody in, as a code. */
  refusalCode?: string;
}

/** On the dashboard’s machine. */
export function loginCommand(address: Location | URL): string {
  const server = serverOf(address);
  return server === 'http://127.0.0.1:8080' ? 'dyno login' : `dyno login --server ${server}`;
}

/** Shown to a browser that is not signed in. */
export function SignInPage({ problem, refusalCode }: SignInPageProps) {
  const { data: ways } = useQuery(waysQuery(refusalCode));
  const refusalText = problem ?? ways?.refused;
  return (
    <GatePage title="Sign in to Dynoboard">
      {refusalText && (
        <Alert role="alert" styles={{ root: { background: 'var(--dyno-danger-soft)' } }}>
          <Coded text={refusalText} />
        </Alert>
      )}
      <ProviderButton>
        <Divider label="or" />
      </ProviderButton>
      <PasswordForm isSecond={Boolean(ways?.provider)} />
      <Divider label="or, as the dashboard’s operator" />
      <Text size="sm">
        On the dashboard’s machine, as the user that runs it, print a link and open it here. It works once,
        within 10 minutes.
      </Text>
      <CodeBlock text={loginCommand(window.location)} label="Command that prints a link" wrap />
      <Text size="sm" c="dimmed">
        In containers: <code className="dyno-mono">docker compose exec api dyno login</code>. Under systemd:{' '}
        <code className="dyno-mono">dyno-server login</code>
      </Text>
      <Divider label="or" />
      <TokenForm />
    </GatePage>
  );
}

/** `isSecond`: another way stands above it, which is the one for most. */
function PasswordForm({ isSecond }: { isSecond: boolean }) {
  const [login, setLogin] = useState('');
  const [password, setPassword] = useState('');
  const { problem, onSubmit, busy } = useSignIn({ login, password });
  return (
    <Form onSubmit={onSubmit}>
      <Stack>
        <LoginField label="Name" value={login} onChange={setLogin} />
        <PasswordInput
          label="Password"
          required
          autoComplete="current-password"
          value={password}
          error={problem}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" variant={isSecond ? 'default' : 'filled'} loading={busy}>
          Continue
        </Button>
      </Stack>
    </Form>
  );
}

function TokenForm() {
  const [token, setToken] = useState('');
  const { problem, onSubmit, busy } = useSignIn({ token });
  return (
    <Form onSubmit={onSubmit}>
      <Stack>
        <PasswordInput
          label="Token"
          description="DYNO_TOKEN, or secrets/dashboard-token in the data directory"
          required
          autoComplete="off"
          value={token}
          error={problem}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <PlainButton type="submit" loading={busy}>
          Sign in
        </PlainButton>
      </Stack>
    </Form>
  );
}

/** What a form needs that signs in by what was typed. */
function useSignIn(credentials: Parameters<typeof signIn>[0]) {
  const { mutateAsync, isPending, error } = useMutation({ mutationFn: () => signIn(credentials) });
  return { onSubmit: () => mutateAsync(), busy: isPending, problem: error ? wordsOf(error) : undefined };
}
