import { Button, Group, Modal, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { cancelExperiment, deleteExperiment } from '@/api/queries/experiments';
import type { Experiment } from '@/api/types';
import { CodeBlock } from '@/components/ui/code/code-block';
import { ConfirmButton } from '@/components/ui/feedback/confirm-button';
import { CopyButton } from '@/components/ui/sharing/copy-button';
import { ButtonLink } from '@/components/ui/navigation/links';
import { ShareMenu } from '@/components/ui/sharing/share-menu';
import { exportFiles } from '@/components/ui/sharing/share-files';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { isUnfinished } from '@/components/words/states';
import { notify } from '@/components/ui/feedback/notices';

import { ReproduceButton } from '../repeat/reproduce-button';

/** Share, YAML, clone; cancel while it runs, delete when it has ended. */
export function HeaderActions({ experiment }: { experiment: Experiment }) {
  return (
    <>
      <Share experiment={experiment} />
      <Yaml experiment={experiment} />
      <ButtonLink to="/new" search={{ from: experiment.id }} variant="default">
        Clone and change
      </ButtonLink>
      <ReproduceButton experiment={experiment} />
      {isUnfinished(experiment.state) ? (
        <Cancel experiment={experiment} />
      ) : (
        <Delete experiment={experiment} />
      )}
    </>
  );
}

/** The link with its filters, the report, and the files, by the metric that the page shows. */
function Share({ experiment: { id } }: { experiment: Experiment }) {
  const [metric] = useUrlParam('metric');
  const query = metric ? `?metric=${encodeURIComponent(metric)}` : '';
  const base = `/api/v1/experiments/${id}/export`;
  return (
    <ShareMenu
      files={exportFiles(base, query, 'experiment')}
      markdown={`${base}.md${query}`}
      report={`/experiments/${id}/report${query}`}
    />
  );
}

function Yaml({ experiment: { id, name, yaml } }: { experiment: Experiment }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        YAML
      </Button>
      <Modal opened={opened} onClose={close} title={`Definition of “${name}”`} size="xl">
        <Text fz="sm" c="dimmed" mb="sm">
          This text launches the same experiment again: paste it under New experiment, or save it and run{' '}
          <code className="dyno-mono">dyno launch definition.yaml</code>.
        </Text>
        <CodeBlock text={yaml} label="definition.yaml" maxHeight={480} />
        <Group mt="md" gap="xs" justify="flex-end">
          <CopyButton size="sm" text={yaml} label="Copy" />
          <Button
            component="a"
            href={`/api/v1/experiments/${id}/definition.yaml`}
            download={`${id}.yaml`}
            variant="default"
            leftSection={<IconDownload size={14} />}
          >
            Download
          </Button>
        </Group>
      </Modal>
    </>
  );
}

function Cancel({ experiment: { id, name, state, progress } }: { experiment: Experiment }) {
  const queryClient = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelExperiment(id),
    onSuccess: (fresh) => queryClient.setQueryData(['experiments', id], fresh),
  });
  const kept = progress && progress.done > 0 ? `The ${progress.done} trials measured so far are kept. ` : '';
  return (
    <ConfirmButton
      label={state === 'cancelling' ? 'Cancelling…' : 'Cancel'}
      disabled={state === 'cancelling'}
      title={`Cancel “${name}”?`}
      text={`${kept}The load stops within a second and every host is restored.`}
      confirm="Cancel the experiment"
      keep="Let it run"
      action={() => cancel.mutateAsync()}
    />
  );
}

function Delete({ experiment: { id, name, runs } }: { experiment: Experiment }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => deleteExperiment(id),
    onSuccess: async () => {
      await navigate({ to: '/experiments' });
      queryClient.removeQueries({ queryKey: ['experiments', id] });
      void queryClient.invalidateQueries({ queryKey: ['experiments', 'list'] });
      notify({ message: `“${name}” was deleted.` });
    },
  });
  return (
    <ConfirmButton
      label="Delete"
      title={`Delete “${name}”?`}
      text={`Its ${runs} runs with all trials, samples and outputs go with it, and their links end. This cannot be undone.`}
      confirm="Delete the experiment"
      keep="Keep it"
      action={() => remove.mutateAsync()}
    />
  );
}
