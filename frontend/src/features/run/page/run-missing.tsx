import { Group } from '@mantine/core';

import type { ApiError } from '@/api/errors';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ButtonLink, Crumb } from '@/components/ui/navigation/links';
import { PageHeader } from '@/components/ui/layout/page-header';

/** The experiment that the server names in its answer about a deleted run. */
export const experimentIn = (detail: string) => /\(([0-9a-z]{8,})\) was deleted/.exec(detail)?.[1];

/** A permalink whose run was deleted, or never existed. */
export default function RunMissing({ id, error }: { id: string; error: ApiError }) {
  const isDeleted = error.status === 410;
  const experiment = experimentIn(error.detail);
  return (
    <>
      <PageHeader
        title={isDeleted ? 'This run was deleted' : 'No such run'}
        crumbs={[<Crumb to="/experiments">Experiments</Crumb>, <span className="dyno-mono">r/{id}</span>]}
      />
      <div style={{ marginTop: 24 }}>
        <EmptyState
          title={isDeleted ? 'Its figures were deleted' : 'Nothing at this address'}
          text={
            isDeleted
              ? `${error.detail}.`
              : `There is no run “${id}”. The link may have been cut off: run ids have 14 letters and digits.`
          }
          action={
            <Group justify="center">
              {experiment && (
                <ButtonLink to="/experiments/$id" params={{ id: experiment }}>
                  Open its experiment
                </ButtonLink>
              )}
              <ButtonLink to="/experiments" variant="default">
                All experiments
              </ButtonLink>
            </Group>
          }
        />
      </div>
    </>
  );
}
