import '@mantine/dropzone/styles.css';

import { Text } from '@mantine/core';
import { Dropzone } from '@mantine/dropzone';

import { Muted } from '@/components/ui/labels/texts';

/** Where files are dropped, or chosen with a click. */
export default function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  return (
    <Dropzone
      onDrop={onFiles}
      onReject={(rejections) => onFiles(rejections.map(({ file }) => file))}
      h="100%"
      mih={120}
      inputProps={{ 'aria-label': 'Files to import' }}
      styles={{ inner: { pointerEvents: 'none', height: '100%', display: 'grid', placeItems: 'center' } }}
    >
      <div style={{ textAlign: 'center' }}>
        <Text fw={550}>Drop files here, or click to choose</Text>
        <Muted>Tool output, CSV, TSV or Markdown; several at once. File names become variant names.</Muted>
      </div>
    </Dropzone>
  );
}
