import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

const ShareItems = lazy(() => import('./share-items'));

export interface ShareFile {
  label: string;
  /** What is in it: “a row each trial”. */
  text?: string;
  href: string;
}

export interface ShareProps {
  files: ShareFile[];
  /** The Markdown to copy: where it is, or what makes it. */
  markdown?: string | (() => string);
  /** Address of the report page. */
  report?: string;
}

/** The link, the report and the files of a page; its content is loaded when it is first opened. */
export function ShareMenu(props: ShareProps) {
  const [asked, setAsked] = useState(false);
  const button = <ShareButton onClick={() => setAsked(true)} />;
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <ShareItems {...props} />
    </Suspense>
  );
}

function ShareButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="filled" leftSection={<IconShare size={16} />} aria-haspopup="menu" onClick={onClick}>
      Share
    </Button>
  );
}

const asking = (query: string, more: string) => (query ? `${query}&${more}` : `?${more}`);

/** The files that the server makes of an experiment or a comparison: `base` is their address without the ending. */
export function exportFiles(base: string, query: string, kind: 'experiment' | 'comparison'): ShareFile[] {
  const tables =
    kind === 'comparison'
      ? [{ label: 'CSV', text: 'a row each pair', href: `${base}.csv${query}` }]
      : [
          { label: 'CSV of trials', text: 'every figure of every trial', href: `${base}.csv` },
          {
            label: 'CSV of runs',
            text: 'means, deltas, verdicts',
            href: `${base}.csv${asking(query, 'rows=runs')}`,
          },
        ];
  return [
    { label: 'HTML page', text: 'one file, with the charts', href: `${base}.html${query}` },
    ...tables,
    { label: 'JSON', text: 'everything', href: `${base}.json${query}` },
    { label: 'Markdown', text: 'for a wiki or a pull request', href: `${base}.md${query}` },
  ];
}
