import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { queryClient } from '@/api/query-client';
import { useLocked } from '@/api/session';

import { cssVariables, theme } from './theme';
import { TokenPage } from './token-page';

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" />
        <Locked>{children}</Locked>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Locked({ children }: { children: ReactNode }) {
  return useLocked() ? <TokenPage /> : children;
}
