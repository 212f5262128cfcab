import { type ButtonProps } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';

import { PlainButton } from '@/components/ui/navigation/buttons';

interface CopyButtonProps extends ButtonProps {
  /** The text, or a function that makes it when the button is pressed. */
  text: string | (() => string);
  label?: string;
}

/** Copies a text and says so for two seconds. */
export function CopyButton({ text, label = 'Copy', ...rest }: CopyButtonProps) {
  const { copy, copied: isCopied, error } = useClipboard({ timeout: 2000 });
  const icon = isCopied ? <IconCheck size={14} /> : <IconCopy size={14} />;
  return (
    <PlainButton
      size="xs"
      leftSection={icon}
      onClick={() => copy(typeof text === 'function' ? text() : text)}
      aria-live="polite"
      {...rest}
    >
      {error ? 'The browser refused: copy by hand' : isCopied ? 'Copied' : label}
    </PlainButton>
  );
}
