import { mayBeDone } from '@/api/errors';
import { ErrorState } from '@/components/ui/feedback/error-state';

/** Why a launch failed, and whether something was started. */
export function LaunchFailure({ error }: { error: unknown }) {
  return (
    <ErrorState
      error={error}
      failedPart="the launch"
      hint={
        mayBeDone(error)
          ? 'It may have been launched all the same. Launch again: there will be one experiment.'
          : 'Nothing was started, and everything on this page is kept.'
      }
    />
  );
}
