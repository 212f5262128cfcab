import { Anchor, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { MouseEvent } from 'react';

import { valueText } from '@/components/words/knobs';
import { CodeBlock } from '@/components/ui/code/code-block';
import { DiffView } from '@/components/ui/code/diff-view';

interface TextValueProps {
  /** Several lines, such as raw nginx text. */
  text: string;
  /** What it is compared with; absent: shown as it is. */
  before?: string;
  /** Whose text it is: “nginx.http_extra of workers 2”. */
  label: string;
}

/** A text too long for a table: how many lines it has, and all of it on a click. */
export function TextValue({ text, before, label }: TextValueProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const show = (event: MouseEvent) => {
    event.stopPropagation(); // rows of a table are links of their own
    open();
  };
  return (
    <>
      <Anchor component="button" type="button" inherit underline="always" onClick={show}>
        {valueText(text)}
      </Anchor>
      <Modal opened={isOpen} onClose={close} title={label} size="xl" onClick={(e) => e.stopPropagation()}>
        {before === undefined ? (
          <CodeBlock text={text} label={label} copy maxHeight={480} />
        ) : (
          <DiffView before={before} after={text} label={`${label}, difference`} maxHeight={480} />
        )}
      </Modal>
    </>
  );
}
