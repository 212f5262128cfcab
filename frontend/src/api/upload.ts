import { toApiError, unreachable } from './errors';
import type { LogWorkload } from './types';

interface LogOptions {
  log_format: string;
  keep_paths: boolean;
  mask: boolean;
}

/** Sends an access log and says how much of it has gone, from 0 to 1; fetch could not say. */
export function uploadLog(
  file: File,
  options: LogOptions,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<LogWorkload> {
  const query = new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]));
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.upload.onprogress = (event) => onProgress(event.total > 0 ? event.loaded / event.total : 0);
    request.onload = () => {
      const body: unknown = parse(request.responseText);
      if (request.status === 200) resolve(body as LogWorkload);
      else reject(toApiError(request.status, body));
    };
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'));
    signal.addEventListener('abort', () => request.abort());
    request.open('POST', `/api/v1/workloads/from-log?${query.toString()}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.send(file);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // an answer of something in between
  }
}
