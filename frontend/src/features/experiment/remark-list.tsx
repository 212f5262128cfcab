import { Group, Stack, Text, Title } from '@mantine/core';

import type { Remark } from './trial-rows';
import { plural } from '@/components/format';
import { TextLink } from '@/components/ui/links';
import { Pill } from '@/components/ui/pill';
import { StateBadge } from '@/components/ui/state-badge';

const SHOWN = 30;

/** Why trials are invalid, failed or suspect. */
export function RemarkList({ remarks }: { remarks: Remark[] }) {
  if (remarks.length === 0) return null;
  return (
    <div>
      <Title order={3} fz="sm" fw={600} mb="xs">
        {plural(remarks.length, 'trial')} with a finding
      </Title>
      <Stack gap={8}>
        {remarks.slice(0, SHOWN).map(({ trial, run, texts }) => (
          <Group key={trial.id} gap="sm" wrap="nowrap" align="flex-start">
            <div style={{ flex: 'none', width: 74 }}>
              {trial.state === 'done' ? (
                <Pill tone="outline" hint="It counts, but something about it deserves a look.">
                  suspect
                </Pill>
              ) : (
                <StateBadge state={trial.state} />
              )}
            </div>
            <Text fz="sm">
              <TextLink to="/runs/$id" params={{ id: run.id }} search={{ trial: trial.id }}>
                {run.variant}, round {trial.round}
                {trial.attempt > 1 ? `, attempt ${trial.attempt}` : ''}
              </TextLink>{' '}
              {texts.join(' ')}
            </Text>
          </Group>
        ))}
        {remarks.length > SHOWN && (
          <Text fz="sm" c="dimmed">
            and {plural(remarks.length - SHOWN, 'more trial')}: choose a run to see its own.
          </Text>
        )}
      </Stack>
    </div>
  );
}
