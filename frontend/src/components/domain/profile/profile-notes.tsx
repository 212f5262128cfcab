import { Text } from '@mantine/core';

import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Small } from '@/components/ui/labels/texts';

interface ProfileNotesProps {
  remarks: string[];
  missing: { host: string; why: string }[];
}

/** How profiles were taken, and which hosts could take none. */
export function ProfileNotes({ remarks, missing }: ProfileNotesProps) {
  return (
    <>
      {missing.map(({ host, why: reason }) => (
        <Text key={host} fz="sm" mt="xs" c="var(--dyno-unclear-ink)" style={{ overflowWrap: 'anywhere' }}>
          No profile on {host}: {reason}
        </Text>
      ))}
      <Small mt="sm">
        {remarks.join(' ')} <DocsLink topic="profiles">How profiles are taken and compared</DocsLink>
      </Small>
    </>
  );
}
