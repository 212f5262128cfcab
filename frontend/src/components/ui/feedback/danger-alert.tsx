import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Something went wrong, or is in the way of everything. */
export const DangerAlert = Alert.withProps({
  role: 'alert',
  color: 'red',
  variant: 'light',
  icon: <IconAlertTriangle />,
  styles: { root: { background: 'var(--dyno-danger-soft)' }, title: { color: 'var(--dyno-danger)' } },
});
