import { Button, Group, TagsInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { changeHost, hostsQuery } from '@/api/queries/hosts';
import type { Host } from '@/api/types';
import { useMay } from '@/components/domain/needs';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { Pill } from '@/components/ui/labels/pill';
import { Section } from '@/components/ui/layout/section';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { Form } from '@/components/ui/dialogs/form';

/** By what experiments choose testbeds. */
export function HostLabels({ host }: { host: Host }) {
  const [editedLabels, setEdited] = useState<string[]>();
  const isAdmin = useMay('admin');
  const labels = host.labels ?? [];
  return (
    <Section
      title="Labels"
      tools={
        isAdmin &&
        editedLabels === undefined && (
          <PlainButton onClick={() => setEdited(labels)}>Change labels</PlainButton>
        )
      }
      caption={
        <>
          An experiment can ask for any testbed with a label on all its hosts.{' '}
          <DocsLink topic="queue">Queues and labels</DocsLink>
        </>
      }
    >
      {editedLabels ? (
        <LabelsForm host={host} before={editedLabels} onClose={() => setEdited(undefined)} />
      ) : labels.length === 0 ? (
        <Muted>None yet.</Muted>
      ) : (
        <Group gap={6}>
          {labels.map((label) => (
            <Pill key={label} tone="outline">
              {label}
            </Pill>
          ))}
        </Group>
      )}
    </Section>
  );
}

/** `before`: what there was when it was opened; who has changed it meanwhile is not overwritten. */
function LabelsForm({ host, before, onClose }: { host: Host; before: string[]; onClose: () => void }) {
  const [labels, setLabels] = useState(before);
  const client = useQueryClient();
  const hosts = useQuery(hostsQuery);
  const knownLabels = [...new Set(hosts.data?.flatMap((otherHost) => otherHost.labels ?? []))].sort();
  const save = useMutation({
    mutationFn: () => changeHost(host.id, { labels, seen: before }),
    onSuccess: onClose,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['hosts'] }),
        client.invalidateQueries({ queryKey: ['testbeds'] }),
      ]),
  });
  return (
    <Form onSubmit={() => save.mutateAsync()}>
      <TagsInput
        label={`Labels of ${host.name}`}
        description="Such as ssd or rack=2; Enter adds one"
        value={labels}
        onChange={setLabels}
        data={knownLabels}
        maxTags={20}
        autoFocus
      />
      {save.isError && <ErrorState error={save.error} failedPart="nothing was changed" />}
      <Group gap="xs" mt="sm">
        <Button type="submit" loading={save.isPending}>
          Save labels
        </Button>
        <PlainButton onClick={onClose}>Cancel</PlainButton>
      </Group>
    </Form>
  );
}
