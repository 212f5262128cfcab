import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';

import { PlainButton } from '@/components/ui/navigation/buttons';

import { losesSome, type MixRow, mixText, parseMix } from './mix-lines';

interface MixPasteProps {
  rows: readonly MixRow[];
  onUse: (rows: MixRow[]) => void;
  onClose: () => void;
}

/** A mix as lines of text; headers and bodies of text are not in it. */
export function MixPaste({ rows, onUse, onClose }: MixPasteProps) {
  const [text, setText] = useState(() => mixText(rows));
  const [error, setError] = useState<string>();
  const use = () => {
    const result = parseMix(text);
    setError(result.error);
    if (!result.error) onUse(result.rows);
  };
  return (
    <Stack gap="xs">
      <Textarea
        aria-label="Requests, one a line"
        description={
          rows.some(losesSome)
            ? 'One a line. Headers and bodies of text are lost.'
            : 'One a line: weight, method, path, size of the body. The path is enough.'
        }
        placeholder={'3 /index.html\nPOST /form 2000 bytes'}
        rows={10}
        resize="vertical"
        spellCheck={false}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={error}
        data-autofocus
      />
      <Group gap="xs">
        <Button size="xs" onClick={use}>
          Use this list
        </Button>
        <PlainButton size="xs" onClick={onClose}>
          Cancel
        </PlainButton>
      </Group>
    </Stack>
  );
}
