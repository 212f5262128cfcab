import { Box } from '@mantine/core';

import { CopyButton } from '@/components/ui/sharing/copy-button';

import classes from './code-block.module.css';

interface CodeBlockProps {
  text: string;
  /** What it is, for screen readers: “argument list of the load tool”. */
  label: string;
  wrap?: boolean;
  copy?: boolean;
  maxHeight?: number;
}

/** Text in fixed width, scrollable by keyboard. */
export function CodeBlock({ text, label, wrap = false, copy = false, maxHeight }: CodeBlockProps) {
  return (
    <Box pos="relative">
      <pre
        className={`${classes.code} ${wrap ? classes.wrap : ''} ${copy ? classes.copied : ''}`}
        style={{ maxHeight }}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        {text}
      </pre>
      {copy && <CopyButton text={text} pos="absolute" top={6} right={6} />}
    </Box>
  );
}
