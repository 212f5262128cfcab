import { Anchor, Container, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { versionQuery } from '@/api/queries/version';
import { DOCS_TOPICS } from '@/components/words/docs-topics';

/** Below every page: which Dynoboard this is, and where its documentation stands. */
export function Footer() {
  const { data } = useQuery(versionQuery);
  return (
    <Container component="footer" size={1840} px={{ base: 'md', sm: 'xl' }} pb="xl" className="dyno-no-print">
      <Group gap="lg" fz="sm" c="dimmed">
        <Text fz="sm">Dynoboard {data?.version}</Text>
        <Anchor href="/docs" fz="sm">
          Documentation
        </Anchor>
        <Anchor href={`/docs/${DOCS_TOPICS.glossary}`} fz="sm">
          Glossary
        </Anchor>
        <Anchor href="/api/docs" fz="sm">
          API
        </Anchor>
      </Group>
    </Container>
  );
}
