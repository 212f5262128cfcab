import { expect, it } from 'vitest';

import { changedHosts } from './changes';

const at = (role: 'load' | 'proxy' | 'backend', host: string, ...changes: string[]) => ({
  role,
  host,
  changes: ['Starts nginx.', ...changes],
});

it('counts hosts that change, not those where something is started', () => {
  const change = 'Changes the host: net.core.somaxconn = 8192 in 1 of 5 runs; put back after it.';
  expect(changedHosts([at('load', 'a'), at('proxy', 'b')])).toBe('no host');
  expect(changedHosts([at('load', 'a'), at('proxy', 'b', change)])).toBe('1 host');
  expect(changedHosts([at('load', 'a', change), at('proxy', 'a', change), at('backend', 'b', change)])).toBe(
    '2 hosts',
  );
});
