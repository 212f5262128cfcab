import { Group, Menu } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconChartLine, IconCode, IconCopy, IconDownload, IconRepeat, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';

import { deleteExperiment } from '@/api/queries/experiments';
import type { Experiment } from '@/api/types';
import { useMay } from '@/components/domain/needs';
import { MoreMenu } from '@/components/ui/navigation/more-menu';
import { SaveRecipeButton } from '@/components/domain/save-recipe-button';
import { CodeBlock } from '@/components/ui/code/code-block';
import { ConfirmDialog } from '@/components/ui/dialogs/confirm-button';
import { Dialog } from '@/components/ui/dialogs/dialog';
import { notify } from '@/components/ui/feedback/notices';
import { CopyButton } from '@/components/ui/sharing/copy-button';
import { plural } from '@/components/words/format';
import { isUnfinished } from '@/components/words/states';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

/** The definition as YAML, and the end of an experiment that has ended. */
export default function MoreItems({ experiment }: { experiment: Experiment }) {
  const mayOperate = useMay('operator');
  // there the page has no button for it; a hidden item would take the focus of the keyboard
  const isPhone = useMediaQuery('(max-width: 48em)');
  const [yaml, yamlOpen] = useDisclosure(false);
  const [asks, asking] = useDisclosure(false);
  return (
    <>
      <MoreMenu>
        {isPhone && (
          <Menu.Item
            disabled={!mayOperate}
            leftSection={<IconCopy size={16} />}
            renderRoot={(props) => <Link to="/new" search={{ from: experiment.id }} {...props} />}
          >
            Clone and change
          </Menu.Item>
        )}
        {experiment.origin !== 'imported' && (
          <Menu.Item
            disabled={!mayOperate}
            leftSection={<IconRepeat size={16} />}
            renderRoot={(props) => (
              <Link
                to="/experiments/$id"
                params={{ id: experiment.id }}
                search={{ reproduce: '1' }}
                {...props}
              />
            )}
          >
            Reproduce
          </Menu.Item>
        )}
        {experiment.testbed && (
          <Menu.Item
            leftSection={<IconChartLine size={16} />}
            renderRoot={(props) => (
              <Link to="/experiments/trend" search={{ experiment: experiment.id }} {...props} />
            )}
          >
            Trend
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCode size={16} />} onClick={yamlOpen.open}>
          Definition as YAML
        </Menu.Item>
        {mayOperate && !isUnfinished(experiment.state) && (
          <Menu.Item c="var(--dyno-danger)" leftSection={<IconTrash size={16} />} onClick={asking.open}>
            Delete
          </Menu.Item>
        )}
      </MoreMenu>
      {yaml && <Yaml experiment={experiment} onClose={yamlOpen.close} />}
      {asks && <Delete experiment={experiment} onClose={asking.close} />}
    </>
  );
}

/** Of a dialog that is drawn while it is open: the item that opened it is gone, its menu's button is not. */
interface DialogProps {
  experiment: Experiment;
  onClose: () => void;
}

function Yaml({ experiment: { id, name, yaml }, onClose }: DialogProps) {
  return (
    <Dialog onClose={onClose} title={`Definition of “${name}”`} size="xl">
      <Muted mb="sm">
        This text launches the same experiment again: paste it under New experiment, or save it and run{' '}
        <code className="dyno-mono">dyno launch definition.yaml</code>.
      </Muted>
      <CodeBlock text={yaml} label="definition.yaml" maxHeight={480} />
      <Group mt="md" gap="xs" justify="flex-end">
        <SaveRecipeButton yaml={yaml} title={name} />
        <CopyButton size="sm" text={yaml} label="Copy" />
        <PlainButton
          component="a"
          href={`/api/v1/experiments/${id}/definition.yaml`}
          download={`${id}.yaml`}
          leftSection={<IconDownload size={14} />}
        >
          Download
        </PlainButton>
      </Group>
    </Dialog>
  );
}

function Delete({ experiment: { id, name, runs }, onClose }: DialogProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await deleteExperiment(id);
    await navigate({ to: '/experiments' });
    queryClient.removeQueries({ queryKey: ['experiments', id] });
    void queryClient.invalidateQueries({ queryKey: ['experiments', 'list'] });
    notify({ message: `“${name}” was deleted.` });
  };
  return (
    <ConfirmDialog
      onClose={onClose}
      title={`Delete “${name}”?`}
      text={`With it go ${plural(runs, 'run')}, all trials, samples and outputs; links to it end. This cannot be undone.`}
      confirm="Delete the experiment"
      keep="Keep it"
      action={remove}
    />
  );
}
