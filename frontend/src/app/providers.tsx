import { Center, Loader, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Notices } from '@/components/ui/feedback/notices';
import { nonce } from '@/components/ui/nonce';
import { queryClient } from '@/api/query-client';
import { useDoor } from '@/api/session';
import { isShared } from '@/api/share';

import { SharedDoor } from './shared/layout';
import { JoinPage } from './sign-in/join-page';
import { SignInPage } from './sign-in/sign-in-page';
import { cssVariables, theme } from './theme/theme';

export function Providers({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notices />
        {isShared ? <SharedDoor>{children}</SharedDoor> : <Door>{children}</Door>}
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** The dashboard, or the page that asks to sign in. */
export function Door({ children }: { children: ReactNode }) {
  const { locked, entering, problem, refused, invitation } = useDoor();
  if (entering) {
    return (
      <Center mih="100dvh" component="main">
        <Loader aria-label="Signing in" />
      </Center>
    );
  }
  if (invitation) return <JoinPage code={invitation} />;
  return locked ? <SignInPage problem={problem} refused={refused} /> : children;
}
