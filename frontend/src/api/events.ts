import { useDocumentVisibility } from '@mantine/hooks';
import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { mayLack } from './asking-times';
import { isShared } from './share';

/**
 * `experiment` and `host` say what changed; `reading` carries a figure of the running trial. `ready` is the first:
 * from now on nothing is lost; it says how long ago the last changes were.
 */
const KINDS = ['experiment', 'host', 'reading', 'ready'];
const RETRY_MS = 2_000;
const POLL_MS = 5_000;
/** What an event makes stale is asked for at once, before the load of the next trial runs; then only after so long. */
const REST_MS = 1_000;
/** By so much the clocks of a control plane's machines may differ. */
const CLOCKS_MS = 250;

export interface ServerEvent {
  kind: string;
  data: unknown;
}

/** The newest reading of a running trial. */
export interface Reading {
  trial_id: string;
  run_id: string;
  /** Epoch seconds. */
  time: number;
  requests_per_s: number | null;
}

export function parseEvent(kind: string, raw: string): ServerEvent {
  try {
    return { kind, data: JSON.parse(raw) as unknown };
  } catch {
    return { kind, data: null };
  }
}

/** The reading that an event carries, if it does. */
export function readingOf({ kind, data }: ServerEvent): Reading | null {
  const reading = data as Partial<Reading> | null;
  return kind === 'reading' && typeof reading?.time === 'number' ? (reading as Reading) : null;
}

/** When something of this kind last changed before the stream was ready, at the latest; Infinity from an older server. */
function changedAt({ data }: ServerEvent, kind: 'experiment' | 'host'): number {
  const ready = data as { changed_ms_ago?: Partial<Record<string, number>> } | null;
  const ago = ready?.changed_ms_ago?.[kind];
  return typeof ago === 'number' ? Date.now() - ago + CLOCKS_MS : Infinity;
}

/** Opens the stream and keeps it open; returns how to close it. */
function listen(url: string, onEvent: (event: ServerEvent) => void, onLoss: () => void) {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  const open = () => {
    source = new EventSource(url, { withCredentials: true });
    source.onerror = () => {
      onLoss();
      // The browser reconnects by itself unless the server refused; then we ask again.
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, RETRY_MS);
    };
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) =>
        onEvent(parseEvent(kind, (event as MessageEvent<string>).data)),
      );
    }
  };
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}

/**
 * Asks again for what was asked before the change. What is being asked for the first time is asked for once more
 * after its answer, which may be older than the change; by itself the client takes that answer for a new one.
 */
async function refetch(client: QueryClient, queryKey: QueryKey, changeTime: number) {
  const predicate = (query: Query) => mayLack(query, changeTime);
  const firstQueries = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate })
    .filter(({ state }) => state.data === undefined);
  await client.invalidateQueries({ queryKey, predicate });
  if (firstQueries.length > 0)
    await client.invalidateQueries({ queryKey, predicate: (query) => firstQueries.includes(query) });
}

export interface LiveOptions {
  /** The experiment to follow; undefined follows every one. */
  experiment?: string;
  /** False when there is nothing left to happen: no stream is opened. */
  isEnabled: boolean;
  /** Also while nobody sees the page. Otherwise it asks for nothing then, and for what it missed when it is seen again. */
  whileHidden?: boolean;
  /** Queries that an event makes stale. Readings change no row, so they refresh nothing. */
  keys: QueryKey[];
  /** Those that an event of a host makes stale, where they are others. */
  hostKeys?: QueryKey[];
  onEvent?: (event: ServerEvent) => void;
}

/** Keeps queries fresh by server-sent events; falls back to slow polling while the stream is down. */
export function useLive(options: LiveOptions): void {
  const { experiment, keys, hostKeys = keys, onEvent } = options;
  const isVisible = useDocumentVisibility() === 'visible';
  const isEnabled = options.isEnabled && (isVisible || options.whileHidden === true);
  const queryClient = useQueryClient();
  const [isConnected, setConnected] = useState(false);
  const latest = useRef({ keys, hostKeys, onEvent });
  useEffect(() => {
    latest.current = { keys, hostKeys, onEvent };
  });

  useEffect(() => {
    if (!isEnabled || isShared) return; // readers of a link ask now and then
    let rest: ReturnType<typeof setTimeout> | undefined;
    let stale = new Set<'keys' | 'hostKeys'>();
    const refresh = () => {
      if (rest !== undefined || stale.size === 0) return;
      const queryKeys = new Set([...stale].flatMap((name) => latest.current[name]));
      stale = new Set();
      rest = setTimeout(() => {
        rest = undefined;
        refresh();
      }, REST_MS);
      for (const queryKey of queryKeys) void refetch(queryClient, queryKey, Infinity);
    };
    const catchUp = (ready: ServerEvent) => {
      const changes = new Map<QueryKey, number>();
      for (const queryKey of latest.current.keys) changes.set(queryKey, changedAt(ready, 'experiment'));
      for (const queryKey of latest.current.hostKeys)
        changes.set(queryKey, Math.max(changes.get(queryKey) ?? 0, changedAt(ready, 'host')));
      for (const [queryKey, time] of changes) void refetch(queryClient, queryKey, time);
    };
    const url = `/api/v1/events${experiment ? `?experiment=${encodeURIComponent(experiment)}` : ''}`;
    const close = listen(
      url,
      (event) => {
        latest.current.onEvent?.(event);
        if (event.kind === 'reading') return;
        if (event.kind === 'ready') {
          setConnected(true);
          catchUp(event);
          return;
        }
        stale.add(event.kind === 'host' ? 'hostKeys' : 'keys');
        refresh();
      },
      () => setConnected(false),
    );
    return () => {
      clearTimeout(rest);
      close();
      setConnected(false);
    };
  }, [isEnabled, experiment, queryClient]);

  useEffect(() => {
    if (!isEnabled || isConnected) return;
    const timer = setInterval(() => {
      const { keys, hostKeys } = latest.current;
      for (const queryKey of new Set([...keys, ...hostKeys]))
        void queryClient.invalidateQueries({ queryKey });
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isEnabled, isConnected, queryClient]);
}
