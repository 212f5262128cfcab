import { Button, Checkbox, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { ApiError } from '@/api/errors';
import { uploadLog } from '@/api/upload';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { share } from '@/components/words/format';

import { FieldProblem } from '../fields/field-problem';
import type { WorkloadSpec } from '../draft/definition';
import { FileChoice } from '../fields/file-choice';

import { LogSummary } from './log-summary';
import { withLog, withoutLog } from './log-workload';

interface LogUploadProps {
  workload: WorkloadSpec;
  /** Whether its tool can send a mix. */
  canMix: boolean;
  onChange: (next: WorkloadSpec) => void;
  error?: string;
}

/** Takes the mix of requests of a workload from an access log. */
export function LogUpload({ workload, canMix, onChange, error }: LogUploadProps) {
  const [format, setFormat] = useState('');
  const [keepsPaths, setKeepsPaths] = useState(false);
  const [isMasked, setMasked] = useState(false);
  const [progress, setProgress] = useState(0);
  const aborter = useRef<AbortController>(null);
  const upload = useMutation({
    mutationFn: (file: File) => {
      aborter.current = new AbortController();
      setProgress(0);
      const options = { log_format: format.trim(), keep_paths: keepsPaths, mask: keepsPaths && isMasked };
      return uploadLog(file, options, setProgress, aborter.current.signal);
    },
    onSuccess: (answer) => onChange(withLog(workload, answer, canMix)),
  });
  return (
    <Stack gap="sm" role="group" aria-label="Requests from an access log">
      <Text fz="sm">
        <b>Requests from an access log.</b> The mix of requests and the sizes of the answers are those of your
        traffic. No text of the log is kept. <DocsLink topic="accessLog">How it is read</DocsLink>
      </Text>
      <Group gap="md" align="end">
        <TextInput
          label="Format"
          placeholder="combined, common, JSON or a log_format"
          value={format}
          onChange={(event) => setFormat(event.currentTarget.value)}
          flex="1 1 280px"
        />
        <FileChoice onFile={(file) => upload.mutate(file)} variant="default" disabled={upload.isPending}>
          Choose a log
        </FileChoice>
      </Group>
      <Group gap="lg">
        <Checkbox
          label="Keep the paths, for a backend of my own"
          checked={keepsPaths}
          onChange={(event) => setKeepsPaths(event.currentTarget.checked)}
        />
        {keepsPaths && (
          <Checkbox
            label="Mask the values of queries"
            checked={isMasked}
            onChange={(event) => setMasked(event.currentTarget.checked)}
          />
        )}
      </Group>
      {upload.isPending && (
        <Group gap="sm" wrap="nowrap">
          <Progress
            value={progress * 100}
            flex={1}
            aria-label={progress < 1 ? 'Sending the log' : 'Reading the log'}
          />
          <Text fz="sm">{share(progress)}</Text>
          <Button size="xs" variant="subtle" onClick={() => aborter.current?.abort()}>
            Cancel
          </Button>
        </Group>
      )}
      <FieldProblem text={error ?? problemOf(upload.error)} />
      {upload.data && !upload.isPending && <LogSummary summary={upload.data.summary} />}
      {workload.site && workload.site.length > 0 && (
        <Button variant="subtle" size="xs" w="fit-content" onClick={() => onChange(withoutLog(workload))}>
          Ask for one path again
        </Button>
      )}
    </Stack>
  );
}

function problemOf(error: unknown): string | undefined {
  if (!error || (error instanceof DOMException && error.name === 'AbortError')) return undefined;
  if (error instanceof ApiError) return error.detail || error.title;
  return error instanceof Error ? error.message : String(error);
}
