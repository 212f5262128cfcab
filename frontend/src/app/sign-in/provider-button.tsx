import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { goToProvider, waysQuery } from '@/api/queries/session';

import { Refusal } from './sign-in-gate';

interface ProviderButtonProps {
  /** The code of an invitation that is used. */
  invitation?: string;
  /** What stands below it. */
  children?: ReactNode;
}

/** Signs in by the OpenID provider; nothing where there is none. */
export function ProviderButton({ invitation, children }: ProviderButtonProps) {
  const { data: ways } = useQuery(waysQuery());
  const { pathname, search } = window.location;
  const go = useMutation({ mutationFn: () => goToProvider({ to: pathname + search, invitation }) });
  if (!ways?.provider) return null;
  return (
    <>
      <Button loading={go.isPending || go.isSuccess} onClick={() => go.mutate()}>
        Continue with {ways.provider}
      </Button>
      {go.isError && <Refusal problem={go.error} />}
      {children}
    </>
  );
}
