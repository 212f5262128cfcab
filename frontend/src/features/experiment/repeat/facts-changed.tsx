import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';

import { type FactChange, FactTable } from '@/components/domain/fact-table';
import { plural } from '@/components/words/format';

/** Facts of hosts that had changed when the experiment ended. Nothing when all is as it was. */
export function FactsChanged({ changes = [] }: { changes?: FactChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Alert
      color="gray"
      variant="light"
      icon={<IconInfoCircle />}
      styles={{ body: { minWidth: 0 } }}
      title={`${plural(changes.length, 'fact')} of the hosts changed in the meantime`}
    >
      <Text fz="sm">
        Facts are read at launch and again after every setting was restored: something else changed these, and
        trials may have been measured before or after.
      </Text>
      <FactTable changes={changes} heads={['At launch', 'At the end']} />
    </Alert>
  );
}
