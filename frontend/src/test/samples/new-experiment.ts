import type { Definition } from '@/features/new-experiment/draft/definition';

const ROLES = ['load', 'proxy', 'backend'];

/** A host for each role, with these facts. */
export const hostsWith = (facts: object) =>
  ROLES.map((role) => ({ id: role, name: `${role}-1`, condition: 'clean', unrestored_settings: [], facts }));

export const testbed = {
  id: 't1',
  name: 'lab',
  roles: ROLES.map((role) => ({
    role,
    host_id: role,
    host_name: `${role}-1`,
    address: '10.0.0.1',
    online: true,
    condition: 'clean',
    cpus: 4,
  })),
  colocated: [],
  busy_with: null,
  waiting: 0,
};

/** What the server answers to a definition, without runs. */
export const plan = (definition: Definition, more: object) => ({
  definition,
  yaml: 'name: x\n',
  runs: [],
  rounds: 12,
  trials: 12,
  seconds: 53,
  load_seconds: 12,
  smallest_effect: null,
  seed: 7,
  order: [],
  changes: [],
  queue_behind: [],
  advice: [],
  ...more,
});
