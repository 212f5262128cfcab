import { Button, Center, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';

import { signIn } from '@/api/queries/session';

/** Asked once when the server is started with a token; the answer is kept in an HttpOnly cookie. */
export function TokenPage() {
  const [token, setToken] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const queryClient = useQueryClient();

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setProblem(undefined);
    try {
      await signIn(token);
      await queryClient.invalidateQueries();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'That did not work.');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper w="100%" maw={400} p="xl">
        <form onSubmit={submit}>
          <Stack>
            <Title order={1} size="h3">
              Dynoboard asks for its token
            </Title>
            <Text size="sm" c="dimmed">
              It is the value of DYNO_TOKEN that the server was started with. Your browser keeps it in a
              cookie that scripts cannot read.
            </Text>
            <PasswordInput
              label="Token"
              required
              data-autofocus
              autoComplete="current-password"
              value={token}
              error={problem}
              onChange={(event) => setToken(event.currentTarget.value)}
            />
            <Button type="submit" loading={busy}>
              Open
            </Button>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}
