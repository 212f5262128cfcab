import type { NotificationData } from '@mantine/notifications';
import { lazy, Suspense, useSyncExternalStore } from 'react';

const Drawn = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

let hasNotice = false;
let tell = () => {};

const subscribe = (listener: () => void) => {
  tell = listener;
  return () => (tell = () => {});
};

/** Shows a short notice at the edge of the page. What draws it comes with the first one: most visits have none. */
export async function notify(notice: NotificationData): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show(notice);
  hasNotice = true;
  tell();
}

/** Where notices appear, once in a page. */
export function Notices() {
  const isWanted = useSyncExternalStore(subscribe, () => hasNotice);
  return <Suspense>{isWanted && <Drawn position="bottom-right" />}</Suspense>;
}
