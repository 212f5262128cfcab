import { Center } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

import { onReturn } from '@/api/connection';
import { UNLOADED } from '@/api/errors';
import { ErrorState } from '@/components/ui/feedback/error-state';

const LOADED_AT = 'dyno:loaded-again';
const NOT_SOONER_MS = 60_000;

/** Loads the whole page: browsers remember a script that they could not get. Not twice in a row, should it be missing. */
function loadAgain() {
  if (Date.now() - Number(sessionStorage.getItem(LOADED_AT)) < NOT_SOONER_MS) return;
  sessionStorage.setItem(LOADED_AT, String(Date.now()));
  window.location.reload();
}

/** Whether a part of the page could not be fetched; if so the page is loaded again once it can be. */
function useUnloaded(error: unknown): boolean {
  const isUnloaded = error instanceof Error && error.name === UNLOADED;
  useEffect(() => (isUnloaded ? onReturn(loadAgain) : undefined), [isUnloaded]);
  return isUnloaded;
}

/** Shown in place of a page that could not be drawn; the rest of the dashboard stays usable. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const isUnloaded = useUnloaded(error);
  const retry = () => {
    if (isUnloaded) return window.location.reload();
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error} failedPart="this page" onRetry={retry} />;
}

/** Shown in place of the page to sign in, where there is no dashboard around it yet. */
export function GateError({ error }: ErrorComponentProps) {
  useUnloaded(error);
  return (
    <Center mih="100dvh" p="md" component="main">
      <ErrorState error={error} failedPart="the page to sign in" onRetry={() => window.location.reload()} />
    </Center>
  );
}
