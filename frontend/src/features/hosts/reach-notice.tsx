import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { reachQuery } from '@/api/queries/enrolment';
import { CodeBlock } from '@/components/ui/code/code-block';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { CardSkeleton } from '@/components/ui/feedback/loading';
import { DocsLink } from '@/components/ui/navigation/docs-link';

import { targetWords } from './host-commands';
import { Notice } from './notice';

/** First of all: can another machine reach this dashboard, and how to change that. */
export function ReachNotice() {
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
