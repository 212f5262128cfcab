import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { spaceQuery } from '@/api/queries/space';
import { DocsLink } from '@/components/ui/navigation/docs-link';

const TITLES = { low: 'Disk space is low', out: 'Disk space has run out' };

/** Above every page while there is too little room for new experiments, or for the next trial. */
export function SpaceBanner() {
  const { data } = useQuery(spaceQuery);
  if (!data || data.level === 'fine') return null;
  return (
    <Alert
      role="alert"
      color="red"
      variant="light"
      mb="lg"
      className="dyno-no-print"
      icon={<IconAlertTriangle />}
      title={TITLES[data.level]}
      styles={{ root: { background: 'var(--dyno-danger-soft)' }, title: { color: 'var(--dyno-danger)' } }}
    >
      <Text fz="sm" c="var(--dyno-ink)">
        {data.sentence} <DocsLink topic="space">What to do</DocsLink>
      </Text>
    </Alert>
  );
}
