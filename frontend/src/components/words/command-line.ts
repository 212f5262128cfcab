/** An argument list as one line that a shell takes as it is. */
export const commandLine = (argv: string[]) =>
  argv.map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`)).join(' ');

/** Whether an address means this very machine, whoever opens it. */
export const isLoopback = ({ hostname }: URL): boolean => /(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname);

/** `--server` for programs, of this page's address: they may not know names below localhost. */
export function serverOf({ hostname, origin }: Location | URL): string {
  const server = new URL(origin);
  if (/(^|\.)localhost$/.test(hostname)) server.hostname = '127.0.0.1';
  return server.origin;
}
