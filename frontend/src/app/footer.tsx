import { Anchor, Container, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { versionQuery } from '@/api/queries/version';

/** Below every page: which Dynoboard this is, and where its documentation stands. */
export function Footer() {
  const { data } = useQuery(versionQuery);
  return (
    <Container component="footer" size={1280} px={{ base: 'md', sm: 'xl' }} pb="xl" className="dyno-no-print">
      <Group gap="lg" fz="sm" c="dimmed">
        <Text fz="sm">Dynoboard {data?.version}</Text>
        <Anchor href="/docs" fz="sm">
          Documentation
        </Anchor>
        <Anchor href="/api/docs" fz="sm">
          API
        </Anchor>
      </Group>
    </Container>
  );
}
