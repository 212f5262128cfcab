import { useSyncExternalStore } from 'react';

import { readText, writeText } from './browser-storage';

/** Experiments whose end this browser is to tell of, and whether it is to tell at all; the same in all tabs. */

const FOLLOWED = 'dyno-followed';
const TELLS = 'dyno-tells';
const MAX_FOLLOWED = 50;
const listeners = new Set<() => void>();

const notifyListeners = () => listeners.forEach((listener) => listener());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function write(name: string, value: string) {
  writeText(name, value);
  notifyListeners();
}

export const followedIds = () => readText(FOLLOWED).split(',').filter(Boolean);

export const follow = (id: string) =>
  write(
    FOLLOWED,
    [...followedIds().filter((followedId) => followedId !== id), id].slice(-MAX_FOLLOWED).join(','),
  );

export const unfollow = (id: string) =>
  write(
    FOLLOWED,
    followedIds()
      .filter((followedId) => followedId !== id)
      .join(','),
  );

/** Ids of the experiments that are followed, with commas: one text, so that it stays the same. */
export const useFollowed = () => useSyncExternalStore(subscribe, () => readText(FOLLOWED));

/** Whether the browser was asked to tell, and lets us. */
export const tells = () => readText(TELLS) === '1' && permission() === 'granted';

export const useTells = () => useSyncExternalStore(subscribe, tells);

/** What the browser says to notifications; `none` where it has none, as beyond HTTPS and this machine. */
export const permission = () =>
  'Notification' in window && window.isSecureContext ? Notification.permission : 'none';

/** Asks the person, where the browser was not told yet; whether it may tell now. */
export async function startTelling(): Promise<boolean> {
  if (permission() === 'default') await Notification.requestPermission();
  write(TELLS, permission() === 'granted' ? '1' : '');
  return tells();
}

export const stopTelling = () => write(TELLS, '');
