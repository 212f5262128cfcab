// A stack of its own for the scenarios: `dyno up` on a free port with a fresh data directory.
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { root, startServer } from './process';

export interface Stack {
  url: string;
  data: string;
  /** Where the agents of the machine meet. */
  lock: string;
  stop: () => Promise<void>;
}

/** `settings`: further ones of its environment. */
export async function startStack(settings: Record<string, string>): Promise<Stack> {
  // short and in /tmp: unix sockets have short names, and PostgreSQL's own account has to get there
  const folder = mkdtempSync(path.join(tmpdir(), 'dyno-e2e-'));
  const data = path.join(folder, 'd');
  const lock = path.join(folder, 'lock');
  const port = await freePort();
  const server = await startServer({
    name: 'dyno up',
    argv: [path.join(root, '.venv/bin/dyno'), 'up', '--data', data, '--port', String(port)],
    cwd: folder,
    env: { ...settings, DYNO_BIND: '127.0.0.1', DYNO_AGENT_LOCK: lock },
  });
  const stop = async () => {
    try {
      await server.stop();
    } finally {
      if (process.env.DYNO_E2E_KEEP) console.log(`kept ${folder}`);
      else rmSync(folder, { recursive: true, force: true });
    }
  };
  return { url: `http://127.0.0.1:${port}`, data, lock, stop };
}

/** Below the kernel's ephemeral ports, which any client could be given before the server listens. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(26000, 32000);
    if (await canListen(port)) return port;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
