export interface FieldError {
  place: string;
  message: string;
  /** The place as the form names it: “Workload 1, Connections”. */
  label?: string;
  /** In a YAML text, counted from 1. */
  line?: number;
  column?: number;
}

/** What went wrong with a request, in words that can be shown (RFC 9457 problem details). */
export class ApiError extends Error {
  override name = 'ApiError';

  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly errors: FieldError[] = [],
    readonly code: string = '',
  ) {
    super(detail ? `${title}: ${detail}` : title);
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '');

function problems(value: unknown): FieldError[] {
  if (!Array.isArray(value)) return [];
  return value.map((item: Record<string, unknown>) => ({
    place: text(item.place) || (Array.isArray(item.loc) ? item.loc.join('.') : ''),
    message: text(item.message) || text(item.msg),
    ...(text(item.label) && { label: text(item.label) }),
    ...(typeof item.line === 'number' && { line: item.line }),
    ...(typeof item.column === 'number' && { column: item.column }),
  }));
}

/** An ApiError from whatever body a failed response has. */
export function toApiError(status: number, body: unknown): ApiError {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  const fallback = status >= 500 ? 'The server failed' : `The server answered ${status}`;
  const fieldErrors = problems(fields.errors ?? fields.detail);
  return new ApiError(
    status,
    text(fields.title) || fallback,
    text(fields.detail),
    fieldErrors,
    text(fields.code) || text(fields.type),
  );
}

/** A message beside the name of what it is about need not repeat it: “server.name: the proxy host has no …”. */
export function messageWords(message: string, place: string): string {
  const [, name, rest] =
    /^([\w.]+)(?:: | (?=must )|, (?=line \d)| (?=does nothing ))(.+)$/s.exec(message) ?? [];
  const isName = [name, `${name}_s`].some((key) => place === key || place.endsWith(`.${key}`));
  return name && rest && isName ? rest : message;
}

/** What a refusal says of one field, to be shown beside it. */
export const messageOf = (error: unknown, field: string): string | undefined =>
  error instanceof ApiError
    ? error.errors.find(({ place }) => place.split('.').at(-1) === field)?.message
    : undefined;

export const unreachable = () =>
  new ApiError(0, 'The server cannot be reached', 'No answer from Dynoboard. Is “dyno up” still running?');

const NO_ANSWER = new Set([0, 502, 503, 504]);

/** Whether nobody answered, or only somebody in between. */
export const isAway = (status: number) => NO_ANSWER.has(status);

/** Codes by which the API says that it refused before it did anything. Another 503 may be a proxy's. */
const UNDONE = new Set(['busy', 'no_threads']);

/** Whether what was asked for may be done, though nobody said so. */
export const mayBeDone = (error: unknown) =>
  error instanceof ApiError && isAway(error.status) && !UNDONE.has(error.code);

/** The name of an error: a part that a page cannot be drawn without could not be fetched. */
export const UNLOADED = 'Unloaded';
