import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconArrowsLeftRight, IconRepeat, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { withRun } from '@/api/last-comparison';
import type { Run } from '@/api/types';
import { useMay } from '@/components/domain/needs';
import { MoreMenu } from '@/components/ui/navigation/more-menu';
import { isUnfinished } from '@/components/words/states';

import DeleteDialog from './delete-dialog';

/** Puts the run beside others, measures its experiment again, and deletes the run after a question. */
export default function RunMenuItems({ run }: { run: Run }) {
  const [isAsked, { open, close }] = useDisclosure(false);
  const mayOperate = useMay('operator');
  const hasEnded = !isUnfinished(run.experiment_state);
  return (
    <>
      <MoreMenu>
        <CompareItem run={run} />
        {mayOperate && run.testbed && (
          <Menu.Item
            leftSection={<IconRepeat size={16} />}
            renderRoot={(props) => (
              <Link
                to="/experiments/$id"
                params={{ id: run.experiment.id }}
                search={{ reproduce: '1' }}
                {...props}
              />
            )}
          >
            Reproduce
          </Menu.Item>
        )}
        {mayOperate && (
          <Menu.Item
            c="var(--dyno-danger)"
            leftSection={<IconTrash size={16} />}
            onClick={open}
            disabled={!hasEnded}
            title={hasEnded ? undefined : 'A run can be deleted when its experiment has ended'}
          >
            Delete
          </Menu.Item>
        )}
      </MoreMenu>
      {isAsked && <DeleteDialog run={run} onClose={close} />}
    </>
  );
}

/** As one more side of the comparison that was looked at last, else as a side to choose others for. */
function CompareItem({ run }: { run: Run }) {
  const widerSearch = withRun(run.id);
  const search = widerSearch ?? {
    a: run.baseline?.run_id ?? run.id,
    pick: 'all',
    ...(run.baseline && { b: run.id }),
  };
  return (
    <Menu.Item
      leftSection={<IconArrowsLeftRight size={16} />}
      renderRoot={(props) => <Link to="/compare" search={search} {...props} />}
    >
      {widerSearch ? 'Add to the last comparison' : 'Compare with other runs'}
    </Menu.Item>
  );
}
