import { Alert, Button, Group, Select, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconRocket } from '@tabler/icons-react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { testbedsQuery } from '@/api/queries/hosts';
import { reproduceQuery, type Reproduction } from '@/api/queries/annotations';
import type { Experiment } from '@/api/types';
import { FactTable } from '@/components/domain/fact-table';
import { LaunchFailure } from '@/components/domain/launch/launch-failure';
import { useLaunch } from '@/components/domain/launch/use-launch';
import { dateTime, percent, plural, span } from '@/components/words/format';
import { QueryState } from '@/components/ui/feedback/query-state';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { ButtonLink } from '@/components/ui/navigation/links';
import { CardSkeleton } from '@/components/ui/feedback/loading';
import { Dialog } from '@/components/ui/dialogs/dialog';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { TextList } from '@/components/ui/labels/text-list';

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
    <Dialog onClose={onClose} title={`Reproduce “${name}”`} size="xl">
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
            data={(testbeds.data ?? []).map((testbed) => ({ value: testbed.id, label: testbed.name }))}
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
        <QueryState query={query} failedPart="what has changed" skeleton={<CardSkeleton lines={4} />} />
        {query.data && <Since reproduction={query.data} />}
        {query.data && (
          <Launch id={id} reproduction={query.data} fresh={!query.isPlaceholderData} onClose={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}

/** Which facts are different now, and which hosts are missing. */
function Since({ reproduction }: { reproduction: Reproduction }) {
  const { facts_changed: changes, measured_at } = reproduction;
  const hosts = hostWords(reproduction);
  return (
    <section aria-label="What has changed since">
      <Text fz="sm" fw={550}>
        {changes.length === 0
          ? `No fact of the hosts has changed since ${dateTime(measured_at)}.`
          : `${plural(changes.length, 'fact')} of the hosts changed since ${dateTime(measured_at)}:`}
      </Text>
      {changes.length > 0 && <FactTable changes={changes} heads={['Then', 'Now']} few={8} />}
      {hosts.length > 0 && <TextList fz="sm" mt="xs" spacing={0} texts={hosts} />}
    </section>
  );
}

interface LaunchProps {
  id: string;
  reproduction: Reproduction;
  /** False while another choice is being looked up. */
  fresh: boolean;
  onClose: () => void;
}

function Launch({ id, reproduction, fresh, onClose }: LaunchProps) {
  const client = useQueryClient();
  const launch = useLaunch(() => {
    void client.invalidateQueries({ queryKey: ['experiments', id], exact: true });
  });
  const { errors, queue_behind: behind } = reproduction;
  return (
    <>
      {errors.length > 0 ? (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle />}
          title="It cannot be launched like this now"
        >
          <TextList fz="sm" spacing={0} texts={errors.map(({ message }) => message)} />
        </Alert>
      ) : (
        <Text fz="sm">
          {plural(reproduction.runs, 'run')} × {plural(reproduction.rounds, 'round')}, about{' '}
          {span(reproduction.seconds)}
          {reproduction.smallest_effect !== null && reproduction.smallest_effect !== undefined
            ? `; changes from ${percent(reproduction.smallest_effect)} on will show`
            : ''}
          .
          {behind.length > 0 &&
            ` It waits behind ${behind.map((experiment) => `“${experiment.name}”`).join(', ')}.`}
        </Text>
      )}
      {launch.isError && <LaunchFailure error={launch.error} />}
      <Group justify="flex-end" gap="xs">
        <ButtonLink to="/new" search={{ from: id }} variant="subtle">
          Change something first
        </ButtonLink>
        <PlainButton onClick={onClose}>Not now</PlainButton>
        <Button
          leftSection={<IconRocket size={16} />}
          disabled={errors.length > 0 || !fresh}
          loading={launch.isPending}
          onClick={() => launch.mutate(reproduction.launch)}
        >
          Launch
        </Button>
      </Group>
    </>
  );
}
