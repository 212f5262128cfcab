import { Alert, Button, Group, List, Modal, Select, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconRocket } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { launchExperiment } from '@/api/queries/experiments';
import { testbedsQuery } from '@/api/queries/hosts';
import { reproduceQuery, type Reproduction } from '@/api/queries/notebook';
import type { Experiment } from '@/api/types';
import { FactTable } from '@/components/domain/fact-table';
import { dateTime, percent, plural, span } from '@/components/words/format';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { ButtonLink } from '@/components/ui/navigation/links';
import { CardSkeleton } from '@/components/ui/feedback/loading';

import { hostWords } from './reproduction';

interface ReproduceDialogProps {
  experiment: Experiment;
  onClose: () => void;
}

/** The same definition once more: what has changed since, whether it can still be launched, and how long it takes. */
export default function ReproduceDialog({
  experiment: { id, name, seed, testbed },
  onClose,
}: ReproduceDialogProps) {
  const [bed, setBed] = useState(testbed?.id);
  const [order, setOrder] = useState('new');
  const testbeds = useQuery(testbedsQuery);
  const query = useQuery({
    ...reproduceQuery(id, bed, order === 'same'),
    placeholderData: keepPreviousData,
    staleTime: Infinity, // one look is one seed
    gcTime: 0,
  });
  return (
    <Modal opened onClose={onClose} title={`Reproduce “${name}”`} size="xl">
      <Stack gap="md">
        <Text fz="sm">
          The same definition, measured once more from its text. Its page will show both side by side.{' '}
          <DocsLink topic="reproduce">What is compared with then</DocsLink>
        </Text>
        <Group gap="md" align="flex-end">
          <Select
            label="Testbed"
            w={220}
            allowDeselect={false}
            value={bed}
            onChange={(next) => setBed(next ?? undefined)}
            data={(testbeds.data ?? []).map((one) => ({ value: one.id, label: one.name }))}
          />
          <SegmentedControl
            aria-label="Order of the trials"
            value={order}
            onChange={setOrder}
            data={[
              { value: 'new', label: 'New order' },
              { value: 'same', label: `Same order (seed ${seed})` },
            ]}
          />
        </Group>
        {query.isPending && <CardSkeleton lines={4} />}
        {query.isError && (
          <ErrorState error={query.error} where="what has changed" onRetry={() => void query.refetch()} />
        )}
        {query.data && <Since found={query.data} />}
        {query.data && (
          <Launch id={id} found={query.data} fresh={!query.isPlaceholderData} onClose={onClose} />
        )}
      </Stack>
    </Modal>
  );
}

/** Which facts are different now, and which hosts are missing. */
function Since({ found }: { found: Reproduction }) {
  const { facts_changed: changes, measured_at } = found;
  const hosts = hostWords(found);
  return (
    <section aria-label="What has changed since">
      <Text fz="sm" fw={550}>
        {changes.length === 0
          ? `No fact of the hosts has changed since ${dateTime(measured_at)}.`
          : `${plural(changes.length, 'fact')} of the hosts changed since ${dateTime(measured_at)}:`}
      </Text>
      {changes.length > 0 && <FactTable changes={changes} heads={['Then', 'Now']} few={8} />}
      {hosts.length > 0 && (
        <List fz="sm" mt="xs">
          {hosts.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      )}
    </section>
  );
}

interface LaunchProps {
  id: string;
  found: Reproduction;
  /** False while another choice is being looked up. */
  fresh: boolean;
  onClose: () => void;
}

function Launch({ id, found, fresh, onClose }: LaunchProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const launch = useMutation({
    mutationFn: () => launchExperiment(found.launch),
    onSuccess: async (made) => {
      client.setQueryData(['experiments', made.id], made);
      void client.invalidateQueries({ queryKey: ['experiments', 'list'] });
      void client.invalidateQueries({ queryKey: ['experiments', id], exact: true });
      await navigate({ to: '/experiments/$id', params: { id: made.id } });
    },
  });
  const { errors, queue_behind: behind } = found;
  return (
    <>
      {errors.length > 0 ? (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle />}
          title="It cannot be launched like this now"
        >
          <List fz="sm">
            {errors.map(({ place, message }) => (
              <List.Item key={place + message}>{message}</List.Item>
            ))}
          </List>
        </Alert>
      ) : (
        <Text fz="sm">
          {plural(found.runs, 'run')} × {plural(found.rounds, 'round')}, about {span(found.seconds)}
          {found.smallest_effect !== null && found.smallest_effect !== undefined
            ? `; changes from ${percent(found.smallest_effect)} on will show`
            : ''}
          .{behind.length > 0 && ` It waits behind ${behind.map((one) => `“${one.name}”`).join(', ')}.`}
        </Text>
      )}
      {launch.isError && <ErrorState error={launch.error} where="the launch" hint="Nothing was started." />}
      <Group justify="flex-end" gap="xs">
        <ButtonLink to="/new" search={{ from: id }} variant="subtle">
          Change something first
        </ButtonLink>
        <Button variant="default" onClick={onClose}>
          Not now
        </Button>
        <Button
          leftSection={<IconRocket size={16} />}
          disabled={errors.length > 0 || !fresh}
          loading={launch.isPending}
          onClick={() => launch.mutate()}
        >
          Launch
        </Button>
      </Group>
    </>
  );
}
