import { Group, Paper, Stack, Text, Textarea, Title } from '@mantine/core';
import { useDidUpdate, useSessionStorage } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { ApiError } from '@/api/errors';
import { convertConf } from '@/api/queries/recipes';
import type { ConvertedConf } from '@/api/types';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { definitionOf } from '../draft/definition';
import { replaceDraft } from '../draft/draft';
import { readText } from '../draft/yaml-file';
import { FileChoice } from '../fields/file-choice';
import { TestbedSelect } from '../testbed/testbed-select';

import { OwnConfAnswer } from './own-conf-answer';

const route = getRouteApi('/new');
const MAX_BYTES = 512 * 1024;

/** An nginx.conf pasted, dropped or chosen as a file; what becomes of it, and on with it as the baseline. */
export function OwnConfCard() {
  const navigate = route.useNavigate();
  const { testbed } = route.useSearch();
  // Only this tab keeps it: a config may name hosts and paths that are nobody else's business.
  const [text, setText] = useSessionStorage({
    key: 'dyno.own-conf',
    defaultValue: '',
    getInitialValueInEffect: false,
  });
  const [fileProblem, setFileProblem] = useState<string>();
  const conversion = useMutation({
    mutationFn: (server: number | undefined) => convertConf({ text, server, testbed_id: testbed }),
  });
  useDidUpdate(() => {
    if (conversion.isSuccess) conversion.mutate(conversion.variables);
  }, [testbed]);
  const change = (next: string) => {
    setText(next);
    setFileProblem(undefined);
    conversion.reset();
  };
  const read = async (file: File | null | undefined) => {
    const fileText = await readText(file, MAX_BYTES);
    if (fileText.text !== undefined) change(fileText.text);
    setFileProblem(fileText.problem);
  };
  const start = ({ definition }: ConvertedConf) => {
    replaceDraft('blank', { definition: definitionOf(definition), yaml: null, read: null });
    void navigate({ search: { step: 'variants', testbed } });
  };
  return (
    <Paper
      component="section"
      aria-labelledby="own-conf-title"
      onDragOver={(event: React.DragEvent) => event.preventDefault()}
      onDrop={(event: React.DragEvent) => {
        event.preventDefault();
        void read(event.dataTransfer.files[0]);
      }}
    >
      <Stack gap="sm">
        <Title order={2} fz="lg" id="own-conf-title">
          Start from my nginx.conf
        </Title>
        <Text fz="sm">
          Your config becomes the baseline. What a test cannot have is replaced and listed.{' '}
          <DocsLink topic="ownConf">How it is read</DocsLink>
        </Text>
        <Textarea
          aria-label="Your nginx.conf"
          placeholder="Paste nginx.conf or the output of `nginx -T`, or drop a file."
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
          rows={3}
          spellCheck={false}
          error={fileProblem ?? problemOf(conversion.error)}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12 } }}
        />
        <Group gap="xs" align="flex-end">
          <TestbedSelect label="Nginx of testbed" />
          <PlainButton
            size="xs"
            disabled={text.trim() === ''}
            loading={conversion.isPending}
            onClick={() => conversion.mutate(undefined)}
          >
            Read it
          </PlainButton>
          <FileChoice onFile={(file) => void read(file)} size="xs" variant="subtle">
            Choose a file
          </FileChoice>
        </Group>
        {conversion.data && (
          <OwnConfAnswer
            answer={conversion.data}
            isReading={conversion.isPending}
            onServer={(server) => conversion.mutate(server)}
            onStart={start}
          />
        )}
      </Stack>
    </Paper>
  );
}

function problemOf(error: unknown): string | undefined {
  if (!error) return undefined;
  if (error instanceof ApiError) {
    const textProblem = error.errors.find(({ place }) => place === 'text');
    return textProblem ? `The config ${textProblem.message}` : error.detail;
  }
  return error instanceof Error ? error.message : String(error);
}
