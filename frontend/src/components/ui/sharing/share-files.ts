export interface ShareFile {
  label: string;
  /** What is in it: “a row each trial”. */
  text?: string;
  href: string;
}

export interface ShareProps {
  files: ShareFile[];
  /** Address of the Markdown to copy. */
  markdown?: string;
  /** Address of the report page. */
  report?: string;
  /** Asks for a link that works without an account. */
  onShare?: () => void;
}

const asking = (query: string, more: string) => (query ? `${query}&${more}` : `?${more}`);

/** The files that the server makes of an experiment or a comparison: `base` is their address without the ending. */
export function exportFiles(base: string, query: string, kind: 'experiment' | 'comparison'): ShareFile[] {
  const tables =
    kind === 'comparison'
      ? [{ label: 'CSV', text: 'one row per pair', href: `${base}.csv${query}` }]
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
