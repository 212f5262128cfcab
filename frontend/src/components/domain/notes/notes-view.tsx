import { Anchor, Box, Table, Text, Typography } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import Markdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';

import type { PersonRef } from '@/api/types';
import { TextLink } from '@/components/ui/navigation/links';

import { linkMentions, searchOfMention } from './link-mentions';

/** Headings start below those of the page; nothing is loaded from other hosts, so images are links. */
const COMPONENTS: Components = {
  h1: heading(3),
  h2: heading(4),
  h3: heading(5),
  h4: heading(6),
  h5: heading(6),
  h6: heading(6),
  a: ({ href, children }) => <Elsewhere href={href}>{children}</Elsewhere>,
  img: ({ src, alt }) => (
    <Elsewhere href={typeof src === 'string' ? src : undefined}>image{alt ? `: ${alt}` : ''}</Elsewhere>
  ),
  input: ({ checked }) => (
    <input
      type="checkbox"
      checked={checked === true}
      readOnly
      disabled
      aria-label={checked ? 'done' : 'open'}
    />
  ),
  table: ({ children }) => (
    <Table.ScrollContainer minWidth={300}>
      <Table fz="sm">{children}</Table>
    </Table.ScrollContainer>
  ),
};

function heading(level: 3 | 4 | 5 | 6) {
  const Tag = `h${level}` as const;
  return function Heading({ children }: ComponentPropsWithoutRef<'h3'>) {
    return (
      <Tag style={{ fontSize: level === 3 ? '1.15em' : '1em', marginBlock: '0.8em 0.3em' }}>{children}</Tag>
    );
  };
}

/** A link opens in a new tab and learns nothing about the dashboard; without a safe address it is only text. */
function Elsewhere({ href, children }: { href?: string; children: React.ReactNode }) {
  if (!href) return <Text span>{children}</Text>;
  const q = searchOfMention(href);
  if (q)
    return (
      <TextLink to="/experiments" search={{ q }} underline="always">
        {children}
      </TextLink>
    );
  if (href.startsWith('#')) return <a href={href}>{children}</a>;
  return (
    <Anchor
      inherit
      href={href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      style={{ textDecoration: 'underline' }}
    >
      {children}
    </Anchor>
  );
}

const NOBODY: PersonRef[] = [];

interface NotesViewProps {
  text: string;
  /** Whose `@login` becomes a link; every other stays text. */
  mentions?: PersonRef[];
}

/** Markdown, drawn without anything that could run or load. */
export default function NotesView({ text, mentions = NOBODY }: NotesViewProps) {
  return (
    <Typography fz="sm" p={0} style={{ overflowWrap: 'anywhere' }}>
      <Box data-testid="notes">
        <Markdown
          remarkPlugins={[remarkGfm, [linkMentions, mentions]]}
          rehypePlugins={[rehypeSanitize]}
          components={COMPONENTS}
        >
          {text}
        </Markdown>
      </Box>
    </Typography>
  );
}
