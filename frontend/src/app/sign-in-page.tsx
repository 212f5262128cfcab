import { Alert, Button, Center, Divider, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';

import { signIn, wordsOf } from '@/api/queries/session';
import { CodeBlock } from '@/components/ui/code/code-block';
import { Coded } from '@/components/ui/code/coded';
import { serverOf } from '@/components/words/command-line';

interface SignInPageProps {
  /** Why the link did not work with which the page was opened. */
  problem?: string;
}

/** On the dashboard’s machine. */
export function loginCommand(address: Location | URL): string {
  const server = serverOf(address);
  return server === 'http://127.0.0.1:8080' ? 'dyno login' : `dyno login --server ${server}`;
}

/** Shown to a browser that is not signed in. */
export function SignInPage({ problem }: SignInPageProps) {
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper w="100%" maw={440} p="xl">
        <Stack>
          <Title order={1} size="h3">
            Sign in to Dynoboard
          </Title>
          {problem && (
            <Alert role="alert" styles={{ root: { background: 'var(--dyno-danger-soft)' } }}>
              <Coded text={problem} />
            </Alert>
          )}
          <Text size="sm">
            On the dashboard’s machine, as the user who runs it, print a link and open it here. It works once
            and for 10 minutes.
          </Text>
          <CodeBlock text={loginCommand(window.location)} label="Command that prints a link" wrap />
          <Text size="sm" c="dimmed">
            In containers: <code className="dyno-mono">docker compose exec api dyno login</code>
          </Text>
          <Divider label="or" />
          <TokenForm />
        </Stack>
      </Paper>
    </Center>
  );
}

function TokenForm() {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await signIn(token);
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        <PasswordInput
          label="Token"
          description="DYNO_TOKEN, or secrets/dashboard-token in the data directory"
          required
          autoComplete="current-password"
          value={token}
          error={problem}
          onChange={(event) => setToken(event.currentTarget.value)}
        />
        <Button type="submit" loading={busy}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
