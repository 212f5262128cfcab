/** An argument list as one line that a shell takes as it is. */
export const commandLine = (argv: string[]) =>
  argv.map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`)).join(' ');
