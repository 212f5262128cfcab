import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { changeHost, removeHost } from '@/api/queries/hosts';
import type { Host } from '@/api/types';
import { useMay } from '@/components/domain/needs';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { plural } from '@/components/words/format';
import { PlainButton } from '@/components/ui/navigation/buttons';

/** Lets nothing new start on a host, or takes it into use again. */
export function DrainHost({ host }: { host: Host }) {
  const isAdmin = useMay('admin');
  const client = useQueryClient();
  const change = async (isDrained: boolean) => {
    await changeHost(host.id, { drained: isDrained });
    await Promise.all(
      ['hosts', 'testbeds', 'queue'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
  };
  const back = useMutation({ mutationFn: () => change(false) });
  if (!isAdmin) return null;
  if (host.drained_at)
    return (
      <>
        <PlainButton loading={back.isPending} onClick={() => back.mutate()}>
          Use again
        </PlainButton>
        {back.isError && <ErrorState error={back.error} failedPart="nothing was changed" />}
      </>
    );
  return (
    <ConfirmButton
      label="Drain"
      title={`Drain ${host.name}?`}
      text={`Nothing new starts on ${host.name}. Running experiments finish; queued ones wait, or use another testbed if they can. You can undo it at any time.`}
      confirm="Drain the host"
      keep="Keep it in use"
      action={() => change(true)}
    />
  );
}

/** “Drained since …: “first” still runs, 2 experiments wait for it.” */
export function drainedWords({ drained_at, held_by, waiting = 0 }: Host): string | undefined {
  if (!drained_at) return undefined;
  const runs = held_by ? `“${held_by.name}” still runs here` : 'nothing runs here: you can remove it';
  const waits = waiting > 0 ? `; ${plural(waiting, 'queued experiment')} for it` : '';
  return `Drained: nothing new starts; ${runs}${waits}.`;
}

/** Locks a host's agent out. */
export function RemoveHost({ host }: { host: Host }) {
  const isAdmin = useMay('admin');
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await removeHost(host.id);
    await navigate({ to: '/hosts', search: {} });
    await client.invalidateQueries({ queryKey: ['hosts'] });
  };
  if (!isAdmin) return null;
  return (
    <ConfirmButton
      label="Remove"
      hindrance={host.held_by ? `“${host.held_by.name}” runs on it: cancel that first` : undefined}
      title={`Remove ${host.name}?`}
      text={`The agent on ${host.name} is locked out at once and restores the host. Results stay. To come back, the agent needs a new token.`}
      confirm="Remove the host"
      keep="Keep it"
      action={remove}
    />
  );
}
