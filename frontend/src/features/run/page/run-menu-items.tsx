import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconRepeat, IconTrash } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import type { Run } from '@/api/types';
import { isUnfinished } from '@/components/words/states';

import DeleteDialog from './delete-dialog';

/** Measures the run's experiment again, and deletes the run after a question. */
export default function RunMenuItems({ run }: { run: Run }) {
  const [isAsked, { open, close }] = useDisclosure(false);
  const hasEnded = !isUnfinished(run.experiment_state);
  return (
    <>
      <Menu defaultOpened position="bottom-end">
        <Menu.Target>
          <ActionIcon size={36} variant="default" aria-label="More">
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {run.testbed && (
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
          <Menu.Item
            c="var(--dyno-danger)"
            leftSection={<IconTrash size={16} />}
            onClick={open}
            disabled={!hasEnded}
            title={hasEnded ? undefined : 'A run can be deleted when its experiment has ended'}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isAsked && <DeleteDialog run={run} onClose={close} />}
    </>
  );
}
