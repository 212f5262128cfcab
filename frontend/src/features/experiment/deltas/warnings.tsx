import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A run that left work behind for the trial after it. */
export function CarriedOver({ text }: { text?: string | null }) {
  if (!text) return null;
  return (
    <Warning title="A run left something behind">
      <Text fz="sm">{text}</Text>
    </Warning>
  );
}

function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert
      role="alert"
      color="orange"
      variant="light"
      icon={<IconAlertTriangle />}
      title={title}
      styles={{ title: { color: 'var(--mantine-color-text)' } }} // orange on its own pale shade is too faint
    >
      {children}
    </Alert>
  );
}
