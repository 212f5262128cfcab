import { Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { retiredTestbedsQuery, retireTestbed } from '@/api/queries/hosts';
import type { Testbed } from '@/api/types';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { dateTime } from '@/components/words/format';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

/** Takes a testbed out of forms and lists. */
export function RetireTestbed({ testbed: { id, name, busy_with, waiting } }: { testbed: Testbed }) {
  const change = useChange();
  return (
    <ConfirmButton
      label="Retire"
      hindrance={
        busy_with || waiting > 0 ? 'An experiment runs on it or waits for it: cancel that first' : undefined
      }
      title={`Retire ${name}?`}
      text={`Nothing can be launched on ${name} any more, and its name is free. Its results stay, and you can bring it back here.`}
      confirm="Retire the testbed"
      keep="Keep it"
      action={() => change(id, true)}
    />
  );
}

function useChange() {
  const client = useQueryClient();
  return async (id: string, isRetired: boolean) => {
    await retireTestbed(id, isRetired);
    await client.invalidateQueries({ queryKey: ['testbeds'] });
  };
}

/** Testbeds that were retired, each with a way back. */
export function RetiredTestbeds() {
  const { data } = useQuery(retiredTestbedsQuery);
  if (!data || data.length === 0) return null;
  return (
    <Stack gap={6} mt="md">
      <Text fz="sm" fw={500}>
        Retired
      </Text>
      {data.map((testbed) => (
        <Retired key={testbed.id} testbed={testbed} />
      ))}
    </Stack>
  );
}

function Retired({ testbed: { id, name, retired_at: at } }: { testbed: Testbed }) {
  const change = useChange();
  const back = useMutation({ mutationFn: () => change(id, false) });
  return (
    <div>
      <Group gap="sm" justify="space-between">
        <Muted style={{ overflowWrap: 'anywhere' }}>
          {name}
          {at && `, since ${dateTime(at)}`}
        </Muted>
        <PlainButton loading={back.isPending} onClick={() => back.mutate()} aria-label={`Bring ${name} back`}>
          Bring back
        </PlainButton>
      </Group>
      {back.isError && <ErrorState error={back.error} failedPart="nothing was changed" />}
    </div>
  );
}
