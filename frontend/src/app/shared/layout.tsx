import { Anchor, Center, Container, Loader, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';

import { ApiError } from '@/api/errors';
import { openedQuery } from '@/api/queries/share';
import { sharedLink } from '@/api/share';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { dateTime } from '@/components/words/format';
import { DOCS_TOPICS } from '@/components/words/docs-topics';
import { SchemeToggle } from '@/components/ui/layout/scheme-toggle';

import classes from '../header.module.css';
import { MainPart, SkipLink } from '../main-part';

const ASK_EVERY_MS = 30_000;

const isGone = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404;

/** Opens the link first: nothing can be asked before. Asks again while it is read, for it may be revoked meanwhile. */
export function SharedGate({ children }: { children: ReactNode }) {
  const { data, isPending, error, refetch } = useQuery({
    ...openedQuery,
    refetchInterval: ({ state }) => !isGone(state.error) && ASK_EVERY_MS,
    refetchOnWindowFocus: ({ state }) => !isGone(state.error) && 'always',
  });
  useEndOfLink(refetch);
  if (isPending) {
    return (
      <Center mih="100dvh" component="main">
        <Loader aria-label="Opening the link" />
      </Center>
    );
  }
  if (!error || (data && !isGone(error))) return children;
  return (
    <Container component="main" size={640} py={80}>
      {isGone(error) ? (
        <EmptyState title="This link shows nothing" text={error.detail} />
      ) : (
        <ErrorState error={error} failedPart="this link" onRetry={() => void refetch()} />
      )}
    </Container>
  );
}

/** Opens the link again where something is not there any more: it may have been revoked meanwhile. */
function useEndOfLink(open: () => void) {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const isLink = event.query.queryKey[0] === openedQuery.queryKey[0];
        if (!isLink && isGone(event.action.error)) open();
      }),
    [client, open],
  );
}

/** Around pages that are seen through a share link: nothing that needs an account. */
export function SharedLayout() {
  const link = sharedLink();
  return (
    <>
      <SkipLink />
      <header className={classes.header}>
        <div className={classes.bar}>
          <span className={classes.brand}>
            <span className={classes.dot} aria-hidden />
            Dynoboard
          </span>
          <Text fz={{ base: 'xs', sm: 'sm' }} c="dimmed" lh={1.3}>
            Shared with you, to read
            <Text span inherit visibleFrom="sm">
              {moreWords(link?.with_hosts, link?.expires_at)}
            </Text>
          </Text>
          <div className={classes.tools}>
            <SchemeToggle />
          </div>
        </div>
      </header>
      <MainPart />
      <Container
        component="footer"
        size={1840}
        px={{ base: 'md', sm: 'xl' }}
        pb="xl"
        className="dyno-no-print"
      >
        <Anchor href={`/docs/${DOCS_TOPICS.glossary}`} target="_blank" rel="noopener" fz="sm" c="dimmed">
          What the words mean
        </Anchor>
      </Container>
    </>
  );
}

const moreWords = (withHosts = false, expires?: string | null) =>
  [withHosts ? '' : ' · without details of hosts', expires ? ` · until ${dateTime(expires)}` : ''].join('');
