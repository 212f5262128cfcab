// A stack of its own for the scenarios: `dyno up` on a free port with a fresh data directory.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const START_WITHIN_MS = 60_000;
const STOP_WITHIN_MS = 60_000;

export interface Stack {
  url: string;
  data: string;
  stop: () => Promise<void>;
}

export async function startStack(): Promise<Stack> {
  // short and in /tmp: unix sockets have short names, and PostgreSQL's own account has to get there
  const data = mkdtempSync(path.join(tmpdir(), 'dyno-e2e-'));
  const port = await freePort();
  const child = spawn(path.join(root, '.venv/bin/dyno'), ['up', '--data', path.join(data, 'd'), '--port', String(port)], {
    cwd: data,
    env: { ...process.env, DYNO_BIND: '127.0.0.1', DYNO_AGENT_LOCK: path.join(data, 'lock') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(child);
  await waitForLine(child, output, 'Dynoboard is at');
  return { url: `http://127.0.0.1:${port}`, data: path.join(data, 'd'), stop: () => stop(child, output, data) };
}

function collect(child: ChildProcess): { text: string } {
  const output = { text: '' };
  child.stdout?.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output.text += chunk.toString()));
  return output;
}

function waitForLine(child: ChildProcess, output: { text: string }, line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = (error?: Error) => {
      clearTimeout(timer);
      child.stdout?.off('data', look);
      child.off('exit', ended);
      if (error) reject(error);
      else resolve();
    };
    const look = () => output.text.includes(line) && give();
    const ended = () => give(new Error(`dyno up ended: ${output.text}`));
    const timer = setTimeout(() => {
      child.kill('SIGTERM');
      give(new Error(`dyno up was not ready in time: ${output.text}`));
    }, START_WITHIN_MS);
    child.stdout?.on('data', look);
    child.on('exit', ended);
  });
}

async function stop(child: ChildProcess, output: { text: string }, data: string): Promise<void> {
  const code = await new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) return resolve(child.exitCode);
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    child.on('exit', (exitCode) => {
      clearTimeout(timer);
      resolve(exitCode);
    });
    child.kill('SIGTERM');
  });
  if (process.env.DYNO_E2E_KEEP) console.log(`kept ${data}`);
  else rmSync(data, { recursive: true, force: true });
  if (code !== 0) throw new Error(`dyno up ended with status ${code}: ${output.text}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
