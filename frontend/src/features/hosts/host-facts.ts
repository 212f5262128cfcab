import type { HostFacts } from '@/api/types';
import { factText, flatFacts, kernelSettingsOf } from '@/components/words/facts';
import { count, memory } from '@/components/words/format';

/** Kernel settings have a table of their own. */
const ELSEWHERE = new Set(['sysctl']);

/** The fixed facts first, in words; then what else the agent found, as it comes. */
export function factRows(facts: HostFacts): { key: string; value: string }[] {
  const fixedRows: [string, string][] = [
    ['Host name', facts.hostname],
    ['Machine', facts.machine],
    ['Network namespace', facts.namespace],
    ['System', facts.os],
    ['Kernel', facts.kernel],
    ['CPU model', facts.cpu_model],
    ['CPUs', `${facts.cpus} (${facts.online_cpus})`],
    ['Memory', memory(facts.memory_bytes)],
    ['Virtualisation', facts.virtualization || 'none found'],
    ['Open files limit', count(facts.nofile)],
    ['Runs as root', factText(facts.is_root)],
    ['nginx', facts.nginx ? `${facts.nginx.version}` : 'not found'],
    ...Object.entries(facts.tools ?? {}),
  ];
  const moreFacts = flatFacts(facts.more ?? {}, ELSEWHERE);
  return [...fixedRows, ...moreFacts].map(([key, value]) => ({ key, value: factText(value) }));
}

interface KernelRow {
  key: string;
  value: string;
  writable: boolean;
}

/** Kernel settings by key: the value on the host, and whether its agent may change it. */
export function kernelRows({ more, abilities }: HostFacts): KernelRow[] {
  const values = kernelSettingsOf({ more });
  const writable = new Set(abilities.sysctls);
  const keys = [...new Set([...Object.keys(values), ...writable])].sort();
  return keys.map((key) => ({ key, value: values[key] ?? '–', writable: writable.has(key) }));
}

type SandboxFacts = Pick<HostFacts, 'sandbox' | 'isolation'>;

const SANDBOX_PARTS: [string, string, string][] = [
  ['user', 'User', 'a separate one'],
  ['read_only', 'Files', 'read-only except their own folders'],
  ['hidden_files', 'Files of the host', 'hidden except programs and what they read'],
  ['hidden_processes', 'Processes of others', 'hidden'],
  ['system_calls', 'System calls', 'namespaces, mounts, keys, tracing and kernel calls are refused'],
  ['private_tmp', 'Temporary files', 'a /tmp of their own'],
  ['no_new_privileges', 'New privileges', 'can never be gained'],
  ['capabilities', 'Capabilities', 'none, except for ports below 1024 and lower nice values'],
  ['environment', 'Environment', 'PATH, LANG and TZ only, no token'],
  ['limits', 'Limits', 'of tasks, of the size of a file, no core dumps'],
  ['memory', 'Memory', 'one limit for all of them together'],
  ['first_to_go', 'When memory runs out', 'they end before anything else'],
];

const TOO_OLD = 'the agent is too old: install this dashboard’s version';

/** The parts of the sandbox of nginx under test and load tools, and why one does not hold; none where an agent has no sandbox. */
export function sandboxRows({ sandbox = {}, isolation = {} }: SandboxFacts): AbilityRow[] {
  const reasons: Record<string, string | undefined> = { ...sandbox, ...isolation };
  if (Object.keys(reasons).length === 0) return [];
  return SANDBOX_PARTS.map(([key, name, meaning]) => {
    const reason = reasons[key] ?? TOO_OLD;
    return { name, text: reason || meaning, may: reason === '' };
  });
}

/** Servers in words: version, file, environment; or why one cannot be used. */
export function serverRows({ servers = [] }: Pick<HostFacts, 'servers'>): AbilityRow[] {
  return servers.map(({ name, version, nginx, size_bytes, sha256, environment, problem }) => {
    const variables = Object.entries(environment ?? {}).map((pair) => pair.join('='));
    const file = sha256 && `${((size_bytes ?? 0) / 1e6).toFixed(1)} MB, SHA-256 ${sha256.slice(0, 12)}…`;
    const text = [version, nginx?.path, file, ...variables].filter(Boolean).join(' · ');
    return { name, text: problem || text, may: !problem };
  });
}

/** Its own nginx, and how many servers its operator declared beside it. */
export function serverWords({ nginx, servers = [] }: Pick<HostFacts, 'nginx' | 'servers'>): string {
  const version = nginx?.version ?? 'no nginx found';
  const count = servers.filter(({ name }) => name !== 'nginx').length;
  return count ? `${version}, ${count} declared` : version;
}

export interface AbilityRow {
  name: string;
  /** Why not, or what can be done. */
  text: string;
  may: boolean;
}

/** What the agent may change on its host, and why it may not. */
export function abilityRows({ abilities }: HostFacts): AbilityRow[] {
  const {
    sysctl,
    sysctls = [],
    irq_affinity,
    irqbalance,
    governor,
    governors = [],
    nice,
    nofile,
  } = abilities;
  const row = (name: string, refusal: string, text: string): AbilityRow => ({
    name,
    text: refusal || text,
    may: refusal === '',
  });
  return [
    row('Kernel settings', sysctl, `${count(sysctls.length)} keys, all listed below`),
    row('CPUs of interrupts', irq_affinity, 'may be moved'),
    row('irqbalance', irqbalance, 'may be stopped and started'),
    row('Governor', governor, governors.length > 0 ? governors.join(', ') : 'may be chosen'),
    row('Nice below 0', nice, 'processes may come first'),
    row('Open files', nofile > 0 ? '' : 'not reported by this agent', `up to ${count(nofile)} for a process`),
  ];
}
