// A server of Dynoboard's own as a child process: ready when it says so, stopped in order.
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
/** Enough for a machine that does much else; who is ready earlier is not waited for. */
export const START_WITHIN_MS = 240_000;
export const STOP_WITHIN_MS = 60_000;
const READY = 'Dynoboard is at';

/** Holds the hosts of this machine for an experiment of another dashboard; returns how to give them back. */
export async function holdHosts(lock: string, controlPlane: string): Promise<() => void> {
  const code = [
    'import pathlib, sys',
    'from agents.runner.host_lock import HostLock',
    'HostLock(pathlib.Path(sys.argv[1]), "proxy", control_plane=sys.argv[2]).take("06elsewhere")',
    'print("held", flush=True)',
    'sys.stdin.read()',
  ].join('\n');
  const child = spawn(path.join(root, '.venv/bin/python'), ['-c', code, lock, controlPlane], { cwd: root });
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve);
    child.once('exit', () => reject(new Error('the hosts could not be held')));
  });
  return () => child.stdin.end();
}

interface Command {
  name: string;
  argv: [string, ...string[]];
  cwd: string;
  env: Record<string, string>;
}

export interface Server {
  /** What it has printed so far. */
  output: () => string;
  /** An error when it does not end with status 0. */
  stop: () => Promise<void>;
}

export async function startServer({ name, argv: [program, ...words], cwd, env }: Command): Promise<Server> {
  const child = spawn(program, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  await waitUntilReady(child, output, name);
  return { output: () => output.text, stop: () => stop(child, output, name) };
}

function collect(child: ChildProcess): { text: string } {
  const output = { text: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  return output;
}

function waitUntilReady(child: ChildProcess, output: { text: string }, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (error?: Error) => {
      clearTimeout(timer);
      child.stdout?.off('data', look);
      child.off('exit', ended);
      if (error) reject(error);
      else resolve();
    };
    const look = () => output.text.includes(READY) && give();
    const ended = () => give(new Error(`${name} ended: ${output.text}`));
    const timer = setTimeout(() => {
      child.kill('SIGTERM');
      give(new Error(`${name} was not ready in time: ${output.text}`));
    }, START_WITHIN_MS);
    child.stdout?.on('data', look);
    child.on('exit', ended);
  });
}

async function stop(child: ChildProcess, output: { text: string }, name: string): Promise<void> {
  const code = await new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) return resolve(child.exitCode);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    child.on('exit', (exitCode) => {
      clearTimeout(timer);
      resolve(exitCode);
    });
    child.kill('SIGTERM');
  });
  if (code !== 0) throw new Error(`${name} ended with status ${code}: ${output.text}`);
}
