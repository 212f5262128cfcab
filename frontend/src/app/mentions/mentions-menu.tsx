import { Menu, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';

import { type Mention, readMentions } from '@/api/queries/mentions';
import { ago } from '@/components/words/format';

interface MentionsMenuProps {
  mentions: Mention[];
  button: ReactElement;
}

/** Unread mentions, each a way to its page, where it counts as read. */
export default function MentionsMenu({ mentions, button }: MentionsMenuProps) {
  const navigate = useNavigate();
  const open = ({ of, id }: Mention) =>
    of === 'experiment'
      ? navigate({ to: '/experiments/$id', params: { id }, hash: 'notes' })
      : navigate({ to: '/c/$id', params: { id }, hash: 'notes' });
  return (
    <Menu defaultOpened position="bottom-end" width={340} shadow="md">
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown mah="70dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>Notes that mention you</Menu.Label>
        {mentions.map((one) => (
          <Menu.Item key={one.id} onClick={() => void open(one)}>
            <Text fz="sm" fw={550} truncate>
              {one.name}
            </Text>
            <Text fz="sm" lineClamp={2}>
              {one.line}
            </Text>
            <Text fz="xs" c="dimmed">
              {one.by?.name ?? 'by the dashboard’s token'}, {ago(one.at)}
            </Text>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void readMentions()}>Mark all as read</Menu.Item>
        <Menu.Item onClick={() => void navigate({ to: '/experiments', search: { q: 'mentions:me' } })}>
          All experiments that mention you
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
