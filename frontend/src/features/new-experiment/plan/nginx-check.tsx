import { Loader } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';

import { ApiError } from '@/api/errors';
import { plural } from '@/components/words/format';
import { Muted } from '@/components/ui/labels/texts';

import { useEditor } from '../draft/editor-context';

/** How the check of every configuration by the host's own nginx stands; what it refuses is in the list of problems. */
export function NginxCheck() {
  const { nginxCheck } = useEditor();
  const { check: result, checkError, refusals } = nginxCheck;
  if (refusals.length > 0) return null;
  if (checkError) return <Unasked error={checkError} />;
  if (!result || result.state === 'running') {
    return (
      <Muted role="status">
        <Loader size={12} mr={8} aria-hidden />
        running nginx -t on the host …
      </Muted>
    );
  }
  if (result.state === 'passed') {
    return (
      <Muted role="status">
        <IconCheck size={14} aria-hidden style={{ verticalAlign: -2, marginRight: 6 }} />
        {plural(result.checked, 'configuration')} checked by nginx -t on {result.host}
      </Muted>
    );
  }
  return <Unasked error={new Error(result.problems[0]?.message)} />;
}

function Unasked({ error }: { error: Error }) {
  return (
    <Muted role="status">
      nginx -t could not be run: {error instanceof ApiError ? error.detail : error.message}
    </Muted>
  );
}
