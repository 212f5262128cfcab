import { Table } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';

import { deliveriesQuery, type Delivery, sendAgain } from '@/api/queries/notices';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { Pill } from '@/components/ui/labels/pill';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Section } from '@/components/ui/layout/section';
import { TextLink } from '@/components/ui/navigation/links';
import { ago, dateTime } from '@/components/words/format';
import { deliveryWords } from '@/components/words/notices';
import { Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

/** What was sent, what waits, and what was given up. */
export function Deliveries() {
  const { data, error, isPending, refetch } = useQuery(deliveriesQuery);
  const again = useMutation({ mutationFn: sendAgain });
  return (
    <Section
      title="Deliveries"
      caption="A failed delivery is tried seven times within nine hours. Kept for 30 days."
    >
      {isPending && <TableSkeleton rows={4} />}
      {error && <ErrorState error={error} failedPart="the deliveries" onRetry={() => void refetch()} />}
      {again.isError && <ErrorState error={again.error} failedPart="it was not sent again" />}
      {data?.length === 0 && <EmptyState plain title="Nothing was sent yet" />}
      {data && data.length > 0 && (
        <PlainTable
          label="Deliveries"
          heads={['State', 'When', 'What', 'To']}
          widths={[170, 110, undefined, '24%', 140]}
          last="Send again"
          minWidth={860}
          stacks
        >
          {data.map((delivery) => (
            <Row
              key={delivery.id}
              delivery={delivery}
              busy={again.isPending}
              onAgain={() => again.mutate(delivery.id)}
            />
          ))}
        </PlainTable>
      )}
    </Section>
  );
}

interface RowProps {
  delivery: Delivery;
  busy: boolean;
  onAgain: () => void;
}

function Row({ delivery, busy, onAgain }: RowProps) {
  const { at, title, sentence, path, to, outcome } = delivery;
  const { word, tone } = deliveryWords(delivery);
  return (
    <Table.Tr>
      <Table.Td>
        <Pill tone={tone}>{word}</Pill>
        {outcome && <Small mt={4}>{outcome}</Small>}
      </Table.Td>
      <Table.Td title={dateTime(at)}>{ago(at)}</Table.Td>
      <Table.Td>
        <TextLink to={path} underline="always">
          {title}
        </TextLink>
        <Small lineClamp={2}>{sentence}</Small>
      </Table.Td>
      <Table.Td>{to}</Table.Td>
      <Table.Td align="right">
        <PlainButton
          disabled={busy || (delivery.state === 'waiting' && delivery.tries === 0)}
          onClick={onAgain}
        >
          Send again
        </PlainButton>
      </Table.Td>
    </Table.Tr>
  );
}
