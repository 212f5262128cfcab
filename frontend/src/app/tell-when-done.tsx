import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { ApiError } from '@/api/errors';
import { type ServerEvent, useLive } from '@/api/events';
import { followedIds, unfollow, useFollowed, useTells } from '@/api/followed';
import { experimentQuery } from '@/api/queries/experiments';
import type { Experiment } from '@/api/types';
import { notify } from '@/components/ui/feedback/notices';
import { isUnfinished } from '@/components/words/states';

/** Tells by the browser’s own notifications when an experiment that is followed has ended. */
export function TellWhenDone() {
  const followedList = useFollowed();
  const tells = useTells();
  return followedList && tells ? <Listener /> : null;
}

/** One tab of all listens: each stream takes one of the few connections that a browser has for a site. */
function Listener() {
  const [hasLock, setOurs] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();

  useEffect(() => {
    const unmount = new AbortController();
    const holdLock = () =>
      new Promise<void>((resolve) => {
        setOurs(true);
        unmount.signal.addEventListener('abort', () => resolve());
      });
    navigator.locks.request('dyno-tells', { signal: unmount.signal }, holdLock).catch(() => undefined); // it was left
    return () => unmount.abort();
  }, []);

  const look = async (id: string) => {
    try {
      // not what a page has just been given: that may be from before the end
      const experiment = await queryClient.fetchQuery({
        ...experimentQuery(id),
        queryKey: ['ended', id],
        staleTime: 0,
      });
      if (isUnfinished(experiment.state) || !followedIds().includes(id)) return;
      unfollow(id);
      show(experiment, () => void navigate({ to: '/experiments/$id', params: { id } }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) unfollow(id);
    }
  };

  const onEvent = ({ kind, data }: ServerEvent) => {
    const { experiment_id: id, state } = (data ?? {}) as { experiment_id?: string; state?: string };
    if (kind === 'ready') followedIds().forEach((id) => void look(id)); // what ended while nobody listened
    if (kind === 'experiment' && id && state && followedIds().includes(id)) void look(id);
  };
  useLive({ isEnabled: hasLock, whileHidden: true, keys: [], onEvent });
  return null;
}

function show({ id, name, state, headline }: Experiment, open: () => void) {
  const title = `${name}: ${state}`;
  const body = headline?.sentence ?? '';
  const card = { image: `/api/v1/experiments/${id}/card.png` }; // not every browser shows it
  try {
    const notification = new Notification(title, { body, tag: id, icon: '/favicon.svg', ...card });
    notification.onclick = () => {
      window.focus();
      open();
      notification.close();
    };
  } catch {
    void notify({ title, message: body, autoClose: false }); // phones take them from service workers only
  }
}
