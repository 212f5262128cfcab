// Three hosts on this machine: `python -m e2e.hosts` on a free port, with everything in a folder of its own.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';

import { root, startServer } from './process';

export type Role = 'load' | 'proxy' | 'backend';

export interface Hosts {
  url: string;
  token: string;
  /** Pulls a host's cable. */
  cut: (role: Role) => void;
  mend: (role: Role) => void;
  stop: () => Promise<void>;
}

/** Why there can be no three hosts here; nothing when there can. */
export const WHY_NOT = process.getuid?.() === 0 ? undefined : 'network namespaces need root';

export async function startHosts(): Promise<Hosts> {
  const token = randomBytes(24).toString('base64url');
  const server = await startServer({
    name: 'python -m e2e.hosts',
    argv: [path.join(root, '.venv/bin/python'), '-m', 'e2e.hosts', '--port', '0'],
    cwd: root,
    env: { DYNO_TOKEN: token },
  });
  const url = said(server.output(), /Dynoboard is at (\S+),/);
  const network = said(server.output(), /(dyno\d+)-switch/);
  const cable = (role: Role, state: string) =>
    void execFileSync('ip', ['-n', `${network}-switch`, 'link', 'set', role, state]);
  const stop = async () => {
    await server.stop();
    const left = execFileSync('ip', ['netns', 'list'], { encoding: 'utf8' });
    if (left.includes(`${network}-`)) throw new Error(`network namespaces stayed: ${left}`);
  };
  return { url, token, cut: (role) => cable(role, 'down'), mend: (role) => cable(role, 'up'), stop };
}

function said(output: string, pattern: RegExp): string {
  const found = pattern.exec(output)?.[1];
  if (!found) throw new Error(`${pattern} is not in: ${output}`);
  return found;
}
