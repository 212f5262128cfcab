import { Center, Paper, Stack, Text, TextInput, type TextInputProps, Title } from '@mantine/core';
import type { ReactNode } from 'react';

import { wordsOf } from '@/api/queries/session';

/** What a browser is shown that is not signed in: one card. */
export function GatePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Center mih="100dvh" p="md" component="main">
      <Paper w="100%" maw={440} p="xl">
        <Stack>
          <Title order={1} size="h3">
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}

interface TypedProps {
  value: string;
  onChange: (value: string) => void;
}

/** The name that one signs in by, as browsers keep it. */
export function LoginField({
  onChange,
  ...field
}: TypedProps & Pick<TextInputProps, 'label' | 'description' | 'error'>) {
  return (
    <TextInput
      required
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...field}
    />
  );
}

export function Refusal({ problem }: { problem: unknown }) {
  return (
    <Text size="sm" role="alert" c="var(--dyno-danger)">
      {wordsOf(problem)}
    </Text>
  );
}
