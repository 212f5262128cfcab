import { Stack } from '@mantine/core';

import { NumberField } from '@/components/ui/dialogs/number-field';
import { DocsLink } from '@/components/ui/navigation/docs-link';

import type { ServersSpec } from '../draft/definition';
import { useEditor } from '../draft/editor-context';
import { messageAt } from '../draft/problems';

import { Choice } from './choice';

type Kind = 'round' | 'every' | 'once';

const HINTS = {
  round: 'Two starts of one server differ a little; a new one for each round keeps that out of the changes.',
  every: 'Fewer starts, less time; intervals then count starts, so they are wider.',
  once: 'Shortest, but a lucky start stays lucky in every round, and no interval shows it.',
};
const FIRST_EVERY = 4;

const kindOf = ({ fresh, every }: ServersSpec): Kind => (every === undefined ? (fresh ?? 'round') : 'every');

/** How often the servers of each run are started anew. */
export function ServersField() {
  const { definition, edit, problems } = useEditor();
  const servers = definition.servers ?? {};
  const kind = kindOf(servers);
  const set = (next: ServersSpec) => edit((old) => ({ ...old, servers: next }));
  return (
    <Stack gap="sm">
      <Choice
        label="Servers"
        value={kind}
        options={{ round: 'New each round', every: 'New every few', once: 'Started once' }}
        hint={
          <>
            {HINTS[kind]} <DocsLink topic="servers">Why this matters</DocsLink>
          </>
        }
        error={messageAt(problems, 'servers', 'servers.fresh')}
        onChange={(next) => set(next === 'every' ? { every: FIRST_EVERY } : { fresh: next })}
      />
      {kind === 'every' && (
        <NumberField
          label="New servers every"
          description="at least three starts"
          unit="rounds"
          min={2}
          maw={300}
          value={servers.every}
          onChange={(every) => set({ every })}
          error={messageAt(problems, 'servers.every')}
        />
      )}
    </Stack>
  );
}
