import { Button, type ButtonProps, Stack, List, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';

import { makeToken, reachQuery } from '@/api/queries/enrolment';
import { Needs } from '@/components/domain/needs';
import { CodeBlock } from '@/components/ui/code/code-block';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { CardSkeleton } from '@/components/ui/feedback/loading';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Dialog } from '@/components/ui/dialogs/dialog';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';

import { NewHost } from './new-host';
import { TokenForm } from './token-form';
import { targetWords } from './host-commands';
import { Notice } from './notice';

/** Opens the dialog by the page's address, as a link to it does. */
export function AddHostButton(button: ButtonProps) {
  const [, open] = useUrlParam('add');
  return (
    <Needs right="admin">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('host')} {...button}>
        Add a host
      </Button>
    </Needs>
  );
}

/** Makes a token and follows the machine that comes with it. Its secret is gone when the dialog closes. */
export function AddHostDialog({ onClose }: { onClose: () => void }) {
  const creation = useMutation({ mutationFn: makeToken });
  return (
    <Needs right="admin">
      <Dialog onClose={onClose} title="Add a host" size="lg" closeOnClickOutside={!creation.data}>
        {creation.data ? (
          <NewHost token={creation.data} onAgain={creation.reset} onClose={onClose} />
        ) : (
          <Stack gap="md">
            <ReachNotice />
            <TokenForm
              pending={creation.isPending}
              error={creation.error}
              onSubmit={creation.mutateAsync}
              onClose={onClose}
            />
          </Stack>
        )}
      </Dialog>
    </Needs>
  );
}

/** First of all: can another machine reach this dashboard, and how to change that. */
function ReachNotice() {
  const { data, isError, error, refetch } = useQuery({ ...reachQuery, refetchInterval: 5_000 });
  if (isError)
    return (
      <ErrorState
        error={error}
        failedPart="not known whether other machines reach it"
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <CardSkeleton lines={2} />;
  if (data.hindrances.length === 0)
    return (
      <Notice good title="Other machines can become hosts">
        <Text fz="sm">
          They call {data.bind}:{data.port} for the dashboard and {data.broker} for their jobs
          {data.encrypted ? '' : ', without TLS'}. Packages are here for {targetWords(data)}.
        </Text>
      </Notice>
    );
  return (
    <Notice good={false} title="Other machines cannot become hosts yet">
      <Stack gap="sm">
        <List fz="sm" spacing="sm" listStyleType="none">
          {data.hindrances.map(({ what: hindranceText, command }) => (
            <List.Item key={hindranceText}>
              {hindranceText}:
              {command && <CodeBlock text={command} label={`Command: ${command}`} wrap copy />}
            </List.Item>
          ))}
        </List>
        <Text fz="xs">
          Agents on this machine work. <DocsLink topic="otherHosts">Agents on other hosts</DocsLink>
        </Text>
      </Stack>
    </Notice>
  );
}
