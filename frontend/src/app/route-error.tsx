import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';

import { ErrorState } from '@/components/ui/feedback/error-state';

/** Shown in place of a page that could not be drawn; the rest of the dashboard stays usable. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error} where="this page" onRetry={retry} />;
}
