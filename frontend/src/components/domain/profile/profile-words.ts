/** What profiles are called. */

export const ROLE_WORDS = { load: 'load tool', proxy: 'proxy', backend: 'backend' } as const;

/** Behind a name; a function of a program needs no word. */
export const KIND_WORDS: Record<string, string> = {
  call: 'system call',
  kernel: 'kernel',
  file: 'no name',
  function: '',
  user: '',
};
