import { Group, Paper, Stack, Textarea, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { blankDefinition } from '../draft/definition';
import { loadDraft, replaceDraft } from '../draft/draft';
import { readText } from '../draft/yaml-file';
import { FileChoice } from '../fields/file-choice';

const route = getRouteApi('/new');

/** YAML pasted, dropped or chosen as a file; opened on the YAML step, where its errors have lines. */
export function YamlImport() {
  const navigate = route.useNavigate();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | null | undefined) => {
    const fileText = await readText(file);
    setProblem(fileText.problem);
    if (fileText.text !== undefined) setText(fileText.text);
  };
  const open = () => {
    replaceDraft('blank', {
      definition: loadDraft('blank')?.definition ?? blankDefinition(),
      yaml: text,
      read: null,
    });
    void navigate({ search: { step: 'yaml' } });
  };
  return (
    <Paper
      component="section"
      aria-labelledby="import-title"
      onDragOver={(event: React.DragEvent) => event.preventDefault()}
      onDrop={(event: React.DragEvent) => {
        event.preventDefault();
        void read(event.dataTransfer.files[0]);
      }}
    >
      <Stack gap="sm">
        <Title order={2} fz="lg" id="import-title">
          From YAML
        </Title>
        <Textarea
          aria-label="Definition as YAML"
          placeholder="Paste a definition or recipe here, or drop a file."
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rows={4}
          spellCheck={false}
          error={problem}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        />
        <Group gap="xs">
          <PlainButton size="xs" disabled={text.trim() === ''} onClick={open}>
            Open it
          </PlainButton>
          <FileChoice
            accept=".yaml,.yml,text/yaml,text/plain"
            onFile={(file) => void read(file)}
            size="xs"
            variant="subtle"
          >
            Choose a file
          </FileChoice>
          <Small>Every error is shown with its line.</Small>
        </Group>
      </Stack>
    </Paper>
  );
}
