import { Button, type ButtonProps, FileButton } from '@mantine/core';

interface FileChoiceProps extends ButtonProps {
  accept?: string;
  onFile: (file: File) => void;
}

/** A button that asks for a file. The same one can be chosen again: it may have been mended meanwhile. */
export function FileChoice({ accept, onFile, ...button }: FileChoiceProps) {
  return (
    <FileButton
      accept={accept}
      onChange={(file) => file && onFile(file)}
      // A browser tells no change where the input still holds this file.
      inputProps={{ onClick: (event) => (event.currentTarget.value = '') }}
    >
      {(props) => <Button {...button} {...props} />}
    </FileButton>
  );
}
