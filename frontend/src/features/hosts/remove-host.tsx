import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { removeHost } from '@/api/queries/hosts';
import type { Host } from '@/api/types';
import { ConfirmButton } from '@/components/ui/feedback/confirm-button';

/** Locks a host's agent out. */
export function RemoveHost({ host }: { host: Host }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await removeHost(host.id);
    await navigate({ to: '/hosts', search: {} });
    await client.invalidateQueries({ queryKey: ['hosts'] });
  };
  return (
    <ConfirmButton
      label="Remove"
      disabled={Boolean(host.held_by)}
      title={`Remove ${host.name}?`}
      text={`The agent on ${host.name} is locked out at once and puts the host back. Results stay. To be a host again, the agent needs a new token.`}
      confirm="Remove the host"
      keep="Keep it"
      action={remove}
    />
  );
}
