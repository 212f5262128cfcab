import { useDocumentVisibility } from '@mantine/hooks';
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';

import { isShared } from './share';

/** `experiment` and `host` say what changed; `reading` carries a figure of the running trial; `ready` opens the stream. */
const KINDS = ['experiment', 'host', 'reading', 'ready'];
const RETRY_MS = 2_000;
const POLL_MS = 5_000;
/** What an event makes stale is asked for at once, before the load of the next trial runs; then only after so long. */
const REST_MS = 1_000;

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

/** Opens the stream and keeps it open; returns how to close it. */
function listen(url: string, onEvent: (event: ServerEvent) => void, onState: (open: boolean) => void) {
  let source: EventSource;
  let timer: ReturnType<typeof setTimeout>;
  const open = () => {
    source = new EventSource(url, { withCredentials: true });
    source.onopen = () => onState(true);
    source.onerror = () => {
      onState(false);
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
 * Asks for what is stale. What is being asked for the first time is asked for once more after its answer, which
 * may be older than the event; by itself the client takes that answer for a new one.
 */
async function refetch(client: QueryClient, queryKey: QueryKey) {
  const firstQueries = client
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries({ queryKey });
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
export function useLive(options: LiveOptions): { isConnected: boolean } {
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
      for (const queryKey of queryKeys) void refetch(queryClient, queryKey);
    };
    const url = `/api/v1/events${experiment ? `?experiment=${encodeURIComponent(experiment)}` : ''}`;
    const close = listen(
      url,
      (event) => {
        latest.current.onEvent?.(event);
        if (event.kind === 'reading' || event.kind === 'ready') return;
        stale.add(event.kind === 'host' ? 'hostKeys' : 'keys');
        refresh();
      },
      (open) => {
        setConnected(open);
        if (!open) return;
        stale.add('keys').add('hostKeys');
        refresh();
      },
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

  return { isConnected };
}
