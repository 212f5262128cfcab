import { Anchor, Container, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';

import { versionQuery } from '@/api/queries/version';
import { TextLink } from '@/components/ui/navigation/links';
import { DOCS_TOPICS } from '@/components/words/docs-topics';

const SessionsDialog = lazy(() => import('./sessions-dialog'));

/** Below every page: which Dynoboard this is, where its documentation stands, and signing out. */
export function Footer() {
  const { data } = useQuery(versionQuery);
  const [sessions, { open, close }] = useDisclosure(false);
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
        <TextLink to="/share-links" fz="sm">
          Shared links
        </TextLink>
        <Anchor component="button" fz="sm" onClick={open}>
          Sign out
        </Anchor>
      </Group>
      <Suspense>{sessions && <SessionsDialog onClose={close} />}</Suspense>
    </Container>
  );
}
