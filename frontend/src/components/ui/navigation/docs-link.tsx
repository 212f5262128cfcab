import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

import { DOCS_TOPICS, type DocsTopic } from '@/components/words/docs-topics';

interface DocsLinkProps {
  topic: DocsTopic;
  children: ReactNode;
}

/** A link to the docs on what stands beside it; opens a new tab, so that nothing typed or chosen is lost. */
export function DocsLink({ topic, children }: DocsLinkProps) {
  return (
    <Anchor
      href={`/docs/${DOCS_TOPICS[topic]}`}
      target="_blank"
      rel="noopener"
      inherit
      underline="always"
      data-picture="no"
    >
      {children}
    </Anchor>
  );
}
