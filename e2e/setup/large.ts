// As many variants and trials as a page has to stay fluid with, made up but always the same.
import type { APIRequestContext } from '@playwright/test';

import { imported } from './imported';

/** A generator with a seed (mulberry32): the same trials on every machine. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface Size {
  variants: number;
  trials: number;
}

/** POST /api/v1/imports of `variants` besides the baseline, each with `trials`; the id of the experiment. */
export function importLarge(request: APIRequestContext, { variants, trials }: Size): Promise<string> {
  const next = random(4);
  const around = (mean: number, spread: number) => mean * (1 + spread * (next() + next() + next() - 1.5));
  const runs = Array.from({ length: variants + 1 }, (_, n) => {
    const mean = n === 0 ? 17_000 : around(17_000, 0.15);
    return {
      variant: n === 0 ? 'default' : `worker_connections ${256 + 64 * n}`,
      topology: 'proxied',
      settings: n === 0 ? {} : { worker_connections: String(256 + 64 * n) },
      trials: Array.from({ length: trials }, () => ({ figures: figuresOf(around(mean, 0.08)) })),
    };
  });
  return imported(request, {
    name: `${variants} variants × ${trials} trials`,
    source: 'made up, to see that the page stays fluid',
    workloads: [{ name: 'keepalive', tool: 'wrk', threads: 4, connections: 100, duration_s: 10 }],
    baseline: 'default',
    runs,
  });
}

function figuresOf(rate: number): Record<string, number> {
  return {
    requests: Math.round(10 * rate),
    requests_per_s: rate,
    latency_mean: 100 / rate,
    latency_p50: 90 / rate,
    latency_p99: 300 / rate,
    failed_requests: 0,
  };
}
