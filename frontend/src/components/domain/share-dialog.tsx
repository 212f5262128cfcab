import { Alert, Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconLock, IconWorld } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { makeShareLink, shareLinksQuery, type ShareSubject } from '@/api/queries/share';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { Dialog } from '@/components/ui/dialogs/dialog';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { CopyButton } from '@/components/ui/sharing/copy-button';
import { isLoopback } from '@/components/words/command-line';
import { Small } from '@/components/ui/labels/texts';

import { ShareLinksTable } from './share-links-table';

const DAYS = [
  { value: '1', label: '1 day' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '', label: 'until it is revoked' },
];

interface ShareDialogProps {
  subject: ShareSubject;
  onClose: () => void;
}

/** Private, until somebody makes a link here; and the links that there are. */
export default function ShareDialog({ subject, onClose }: ShareDialogProps) {
  const client = useQueryClient();
  const [days, setDays] = useState('7');
  const [hosts, setHosts] = useState(false);
  const links = useQuery({ ...shareLinksQuery(subject.id ?? undefined), enabled: Boolean(subject.id) });
  const working = (links.data ?? []).filter(({ works }) => works);
  const make = useMutation({
    mutationFn: () =>
      makeShareLink({
        ...subject,
        days: days ? (Number(days) as 1 | 7 | 30) : null,
        with_hosts: hosts,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['share-links'] }),
  });
  const subjectName = subject.as_report ? 'report' : subject.kind;
  return (
    <Dialog onClose={onClose} title={`Share this ${subjectName}`} size="lg">
      <Stack gap="md">
        <Group gap="xs" wrap="nowrap">
          {working.length > 0 ? <IconWorld size={18} /> : <IconLock size={18} />}
          <Text fz="sm">
            {working.length > 0
              ? 'Anyone with one of these links can read it.'
              : 'Private: visible only after signing in.'}
          </Text>
        </Group>
        {make.data ? (
          <Made url={make.data.url} />
        ) : (
          <>
            <Group align="flex-end" gap="md">
              <Select
                label="Works for"
                data={DAYS}
                value={days}
                allowDeselect={false}
                onChange={(value) => setDays(value ?? '7')}
                w={200}
              />
              <Button
                leftSection={<IconWorld size={16} />}
                loading={make.isPending}
                onClick={() => make.mutate()}
              >
                Make a link for anyone
              </Button>
            </Group>
            <Switch
              label="With details of hosts"
              description="Names, addresses, paths and what the tools printed. Left out otherwise."
              checked={hosts}
              onChange={({ currentTarget: { checked } }) => setHosts(checked)}
            />
          </>
        )}
        {make.error && <ErrorState error={make.error} failedPart="this link" onRetry={() => make.mutate()} />}
        {working.length > 0 && <ShareLinksTable links={working} />}
        <Small>
          A link shows this {subjectName} and nothing else, to read. Search engines are told to leave it out.{' '}
          <DocsLink topic="share">What a reader sees</DocsLink>
        </Small>
      </Stack>
    </Dialog>
  );
}

function Made({ url }: { url: string }) {
  return (
    <Alert color="gray" title="The link, shown this once">
      <Group gap="xs" wrap="nowrap">
        <TextInput
          flex={1}
          readOnly
          aria-label="Link"
          value={url}
          onFocus={({ currentTarget }) => currentTarget.select()}
          classNames={{ input: 'dyno-mono' }}
        />
        <CopyButton size="sm" text={url} label="Copy link" />
      </Group>
      {isLoopback(new URL(url)) && (
        <Text fz="sm" mt="xs">
          Only browsers on this machine can open it: the dashboard has no address for others.{' '}
          <DocsLink topic="teamServer">Give it one</DocsLink>
        </Text>
      )}
    </Alert>
  );
}
