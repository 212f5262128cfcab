import { Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Without a frame, for use inside a card. */
  plain?: boolean;
}

/** Says what would be here, and how to get it here. */
export function EmptyState({ title, text, action, plain = false }: EmptyStateProps) {
  const body = (
    <Stack align="center" gap="xs" py={plain ? 'md' : 'xl'} ta="center">
      <Title order={2} size="h4">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" maw={520}>
          {text}
        </Text>
      )}
      {action && <div style={{ marginTop: 12 }}>{action}</div>}
    </Stack>
  );
  return plain ? body : <Paper>{body}</Paper>;
}
