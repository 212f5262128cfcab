import { Center, Loader, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';

import { Notices, notify } from '@/components/ui/feedback/notices';
import { nonce } from '@/components/ui/nonce';
import { waysQuery } from '@/api/queries/session';
import { queryClient } from '@/api/query-client';
import { useGate } from '@/api/session';
import { isShared } from '@/api/share';

import { GateError } from './route-error';
import { SharedGate } from './shared/layout';
import { cssVariables, theme } from './theme/theme';

// Most who open a page are signed in: they do not fetch what others need.
const JoinPage = lazy(async () => ({ default: (await import('./sign-in/join-page')).JoinPage }));
const SignInPage = lazy(async () => ({ default: (await import('./sign-in/sign-in-page')).SignInPage }));

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
        {isShared ? <SharedGate>{children}</SharedGate> : <SignInGate>{children}</SignInGate>}
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** The dashboard, or the page that asks to sign in. */
export function SignInGate({ children }: { children: ReactNode }) {
  const { isLocked, entering, problem, refusalCode, invitation } = useGate();
  const isRefused = !entering && !isLocked && refusalCode !== undefined;
  useEffect(() => {
    if (isRefused) void tellRefusal(refusalCode);
  }, [isRefused, refusalCode]);
  if (entering) return <SigningIn />;
  if (!invitation && !isLocked) return children;
  return (
    <CatchBoundary getResetKey={() => 'gate'} errorComponent={GateError}>
      <Suspense fallback={<SigningIn />}>
        {invitation ? (
          <JoinPage code={invitation} problem={problem} />
        ) : (
          <SignInPage problem={problem} refusalCode={refusalCode} />
        )}
      </Suspense>
    </CatchBoundary>
  );
}

/** To who is signed in already: the provider changed nothing. */
async function tellRefusal(refusalCode: string) {
  const { refused: message } = await queryClient.fetchQuery(waysQuery(refusalCode));
  if (message) await notify({ title: 'You are still signed in', message, autoClose: 20_000 });
}

const SigningIn = () => (
  <Center mih="100dvh" component="main">
    <Loader aria-label="Signing in" />
  </Center>
);
