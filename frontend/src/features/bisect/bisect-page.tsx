import { Paper, Stack, Table, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { ApiError } from '@/api/errors';
import { bisectQuery, cancelBisect } from '@/api/queries/bisects';
import { Needs } from '@/components/domain/needs';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { PageSkeleton } from '@/components/ui/feedback/loading';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { Headline } from '@/components/ui/layout/headline';
import { PageHeader } from '@/components/ui/layout/page-header';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { ButtonLink, Crumb, TextLink } from '@/components/ui/navigation/links';
import { plural, shortPercent } from '@/components/words/format';
import { Small } from '@/components/ui/labels/texts';

const route = getRouteApi('/bisects/$id');
const CRUMBS = [<Crumb to="/experiments">Experiments</Crumb>, <Crumb to="/bisects">Bisects</Crumb>];

/** What a bisect came to, and the experiments that it consists of. */
export function BisectPage() {
  const { id } = route.useParams();
  const client = useQueryClient();
  const { data, isPending, error, refetch } = useQuery(bisectQuery(id));
  if (isPending) return <PageSkeleton />;
  if (error instanceof ApiError && error.status === 404)
    return (
      <Stack gap="md">
        <PageHeader title="No such bisect" crumbs={CRUMBS} />
        <EmptyState
          title="There is no bisect at this address"
          text="The link may be cut off. Bisects are not deleted."
          action={<ButtonLink to="/bisects">All bisects</ButtonLink>}
        />
      </Stack>
    );
  if (error) return <ErrorState error={error} failedPart="this bisect" onRetry={() => void refetch()} />;
  const isRunning = data.state === 'running';
  const cancel = async () => {
    client.setQueryData(['bisects', id], await cancelBisect(id));
  };
  return (
    <Stack gap="lg">
      <PageHeader
        title={data.name}
        crumbs={CRUMBS}
        meta={
          <>
            <StateBadge state={data.state} />
            <span>
              {plural(data.variants.length, 'variant')} on {data.testbed?.name}, from {data.variants[0]} to{' '}
              {data.variants.at(-1)}
            </span>
            <span>looks for a change of {shortPercent(data.min_effect)}</span>
          </>
        }
        actions={
          isRunning && (
            <Needs right="operator">
              <ConfirmButton
                label="Cancel"
                title="Cancel this bisect?"
                text="The step that is measured is cancelled too. What its steps came to stays."
                confirm="Cancel it"
                keep="Keep measuring"
                action={cancel}
              />
            </Needs>
          )
        }
      />
      <Headline lead={[data.sentence]} settled={data.state === 'finished' && data.is_trusted} />
      {data.problem && (
        <Text fz="sm" c="var(--dyno-danger)" role="status">
          {isRunning ? `The next step waits: ${data.problem}` : data.problem}
        </Text>
      )}
      <Paper p="md">
        <PlainTable
          label="Steps"
          heads={['Step', 'Outcome', 'Rounds']}
          widths={['45%', '40%', '15%']}
          minWidth={320}
          stacks
        >
          {data.steps.map(({ experiment, is_deleted: isDeleted, words, rounds }) => (
            <Table.Tr key={experiment.id}>
              <Table.Td>
                {isDeleted ? (
                  experiment.name
                ) : (
                  <TextLink to="/experiments/$id" params={{ id: experiment.id }}>
                    {experiment.name}
                  </TextLink>
                )}
              </Table.Td>
              <Table.Td>{words || (isRunning ? 'being measured' : '–')}</Table.Td>
              <Table.Td>{rounds ?? '–'}</Table.Td>
            </Table.Tr>
          ))}
        </PlainTable>
        <Small mt="sm">
          At most {plural(data.max_steps, 'step')} for one change, of at most{' '}
          {plural(data.max_rounds, 'round')}
          {data.likely_rounds !== null && `; a change of that size usually takes about ${data.likely_rounds}`}
          . <DocsLink topic="bisect">How it decides</DocsLink>
        </Small>
      </Paper>
    </Stack>
  );
}
