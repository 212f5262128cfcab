import type { Host, Knob } from '@/api/types';

type Role = Knob['role'];

const PARAM = /^(server|backend)\.params\.([a-z][a-z0-9_]{0,31})$/;
const PREFIXES: [Role, string][] = [
  ['proxy', 'server.params.'],
  ['backend', 'backend.params.'],
];

/** The knob of a declared server's parameter, by its name. */
export function paramNamed(name: string): Knob | undefined {
  const parts = PARAM.exec(name);
  if (!parts) return undefined;
  return {
    name,
    role: parts[1] === 'server' ? 'proxy' : 'backend',
    family: 'server',
    type: 'int',
    default: 'as the server’s declaration has it',
    text: 'A parameter that the server’s declaration names, within its limits.',
    unit: '',
    minimum: 0,
    choices: [],
    scope: 'process',
    cost: 'restart',
    see: [],
    span: 0,
    default_until: '',
    later_default: '',
    key: '',
    directive: '',
    since: '',
    until: '',
    module: '',
    answers: false,
    axis: '',
  };
}

/** Names of the parameters that the servers of a testbed take. */
export function paramNames(hostOf: (role: Role) => Host | undefined): string[] {
  const names = PREFIXES.flatMap(([role, prefix]) =>
    (hostOf(role)?.facts.servers ?? []).flatMap(({ declaration }) =>
      (declaration?.params ?? []).map((param) => prefix + param.name),
    ),
  );
  return [...new Set(names)];
}
