// The system's Chromium: nothing is downloaded.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'google-chrome-stable', 'google-chrome'];

export function chromium(): string {
  if (process.env.DYNO_CHROMIUM) return process.env.DYNO_CHROMIUM;
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const found = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isProgram);
  if (!found) throw new Error('No Chromium: on Debian install the package chromium, or set DYNO_CHROMIUM');
  return found;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
