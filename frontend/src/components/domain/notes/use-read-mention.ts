import { useDocumentVisibility } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';

import { mentionsQuery, readMentions } from '@/api/queries/mentions';
import { isShared } from '@/api/share';

/** Notes that one sees are read: a tab in the background reads nothing. */
export function useReadMention(id: string) {
  const seen = useDocumentVisibility() === 'visible';
  const { data } = useQuery({ ...mentionsQuery, enabled: !isShared });
  const isUnread = seen && data?.some((one) => one.id === id);
  useEffect(() => {
    if (isUnread) readMentions(id).catch(() => undefined); // then the mark stays until the next time
  }, [isUnread, id]);
}
