import { Alert } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** All is well, or something is in the way; the title says which, for those who see no colour. */
export function Notice({ good, title, children }: { good: boolean; title: string; children: ReactNode }) {
  const Icon = good ? IconCircleCheck : IconAlertTriangle;
  return (
    <Alert
      variant="light"
      color={good ? 'green' : 'yellow'}
      icon={<Icon aria-hidden />}
      title={title}
      styles={{ body: { minWidth: 0 }, title: { color: 'var(--mantine-color-text)' } }}
    >
      {children}
    </Alert>
  );
}
