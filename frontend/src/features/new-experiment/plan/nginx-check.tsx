import { Alert, Loader, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { checkQuery, startCheck } from '@/api/queries/experiments';
import type { Plan } from '@/api/types';
import { ApiError } from '@/api/errors';
import { plural } from '@/components/words/format';

import { useEditor } from '../draft/editor-context';

/** What the host's own nginx says of every configuration, asked as soon as there is a plan. */
export function NginxCheck({ plan }: { plan: Plan }) {
  const { body, settled, problems } = useEditor();
  const started = useQuery({
    queryKey: [
      'checks',
      'start',
      body.testbed_id,
      plan.runs?.map(({ knobs, topology }) => [knobs, topology]),
    ],
    queryFn: () => startCheck(body),
    enabled: settled && problems.length === 0,
    staleTime: Infinity,
    retry: false,
  });
  const check = useQuery({ ...checkQuery(started.data?.id ?? ''), enabled: started.isSuccess });
  if (started.isError) return <Unasked error={started.error} />;
  const found = check.data;
  if (!found || found.state === 'running') {
    return (
      <Text fz="sm" c="dimmed" role="status">
        <Loader size={12} mr={8} aria-hidden />
        running nginx -t on the host …
      </Text>
    );
  }
  if (found.state === 'passed') {
    return (
      <Text fz="sm" c="dimmed" role="status">
        <IconCheck size={14} aria-hidden style={{ verticalAlign: -2, marginRight: 6 }} />
        {plural(found.checked, 'configuration')} checked by nginx -t on {found.host}
      </Text>
    );
  }
  return (
    <Alert color="orange" title={`nginx on ${found.host} refuses a configuration`}>
      {found.problems.map(({ place, message }) => (
        <Text key={place} fz="sm" style={{ whiteSpace: 'pre-wrap' }}>
          <strong>{nameOf(place, plan)}</strong> {message}
        </Text>
      ))}
    </Alert>
  );
}

function Unasked({ error }: { error: Error }) {
  return (
    <Text fz="sm" c="dimmed" role="status">
      nginx -t could not be run: {error instanceof ApiError ? error.detail : error.message}
    </Text>
  );
}

/** `runs[3]` → the name of the run at that position. */
function nameOf(place: string, plan: Plan): string {
  const position = Number(/\d+/.exec(place)?.[0] ?? NaN);
  const run = plan.runs?.find((one) => one.position === position);
  return run ? `${run.name}: ` : '';
}
