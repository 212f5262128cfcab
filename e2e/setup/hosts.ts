// Three hosts on this machine: `python -m e2e.hosts` on a free port, with everything in a folder of its own.
import { execFileSync, spawn } from 'node:child_process';
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
  /** Pastes a line into root's shell on a machine that has nothing of ours yet; what it prints, once it ends well. */
  paste: (line: string) => Promise<string>;
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
  return {
    url,
    token,
    cut: (role) => cable(role, 'down'),
    mend: (role) => cable(role, 'up'),
    paste: (line) => pasted(`${network}-guest`, line),
    stop,
  };
}

/** Folders of its own where a machine installs things; what it writes there is gone with it. */
const FRESH = `set -e
mount -t tmpfs none /opt
for folder in etc var/lib; do
  mkdir -p /opt/.new/$folder /opt/.work/$folder
  mount -t overlay none -o lowerdir=/$folder,upperdir=/opt/.new/$folder,workdir=/opt/.work/$folder /$folder
done
mount -t tmpfs none /run
cd /
exec sh -s`;

async function pasted(namespace: string, line: string): Promise<string> {
  const child = spawn('ip', ['netns', 'exec', namespace, 'unshare', '--mount', 'sh', '-c', FRESH], {
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', LANG: 'C.UTF-8' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stdin.end(`${line}\n`);
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  if (code !== 0) throw new Error(`the line ended with status ${code}: ${said}`);
  return said;
}

function said(output: string, pattern: RegExp): string {
  const found = pattern.exec(output)?.[1];
  if (!found) throw new Error(`${pattern} is not in: ${output}`);
  return found;
}
