import { Text } from '@mantine/core';

import type { Host } from '@/api/types';
import { plural } from '@/components/words/format';
import { settingWords } from '@/components/words/settings';
import { TextLink } from '@/components/ui/navigation/links';
import { DangerAlert } from '@/components/ui/feedback/danger-alert';

export const needsRestore = ({ condition }: Pick<Host, 'condition'>) => condition === 'needs_restore';

/** Says which hosts are not as they were, with the way to what can be done. Nothing when all are clean. */
export function HostsToRestore({ hosts = [] }: { hosts?: Host[] }) {
  const hostsToRestore = hosts.filter(needsRestore);
  if (hostsToRestore.length === 0) return null;
  return (
    <DangerAlert
      title={`${plural(hostsToRestore.length, 'host')} ${hostsToRestore.length === 1 ? 'is' : 'are'} not as ${hostsToRestore.length === 1 ? 'it was' : 'they were'}`}
    >
      {hostsToRestore.map((host) => (
        <Text key={host.id} fz="sm" c="var(--dyno-ink)">
          <TextLink to="/hosts" underline="always" fw={550}>
            {host.name}
          </TextLink>
          : {leftWords(host)}. No experiment can run on it until that is fixed.
        </Text>
      ))}
    </DangerAlert>
  );
}

const SHOWN = 3;

/** “net.core.somaxconn could not be restored”. */
export function leftWords({ unrestored_settings }: Pick<Host, 'unrestored_settings'>): string {
  if (unrestored_settings.length === 0) return 'restoring everything was not confirmed';
  const names = [...new Set(unrestored_settings.map(({ setting }) => settingWords(setting)))];
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  return `${names.slice(0, SHOWN).join(', ')}${more} could not be restored`;
}
