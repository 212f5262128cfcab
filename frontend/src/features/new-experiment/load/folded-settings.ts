import { plural } from '@/components/words/format';

import { blankDefinition, type Definition, type WorkloadSpec } from '../draft/definition';
import { isBelow } from '../draft/problems';
import { isSearch } from '../edits/load-edits';
import { kindOf, percentOf, ruleOf } from '../edits/trials-edits';

import { mixWords } from './mix-lines';

/** Fields of a workload that stand in its card; every other setting of the step is folded. */
const SHOWN_FIELDS = ['tool', 'connections', 'duration', 'duration_s', 'requests', 'path', 'keepalive'];

/** Whether a problem of this place is mended at a setting that is folded. */
export const isFolded = (place: string) =>
  !/^workloads(\[\d+\])?$/.test(place) &&
  !SHOWN_FIELDS.some((field) => new RegExp(`^workloads\\[\\d+\\]\\.${field}$`).test(place)) &&
  FOLDED.some((above) => isBelow(place, above));

const FOLDED = [
  'workloads',
  'trials',
  'search',
  'servers',
  'diagnostics',
  'warmup',
  'seed',
  'allowed_failures',
  'wait_for_hosts',
  'order',
  'topology',
  'on_failure',
  'min_effect',
];

/** Folded settings that are not as in an empty definition, each with its value in words. */
export function changedSettings(definition: Definition): string[] {
  const several = definition.workloads.length > 1;
  return [
    ...definition.workloads.flatMap((workload, index) =>
      ofWorkload(workload).map((words) =>
        several ? `${words} (${workload.name ?? `workload ${index + 1}`})` : words,
      ),
    ),
    ...(isSearch(definition) ? [] : [...ofTrials(definition), ...ofDiagnostics(definition)]),
    ...ofOrder(definition),
  ];
}

function ofWorkload({
  threads = 1,
  processes = 1,
  hosts = 1,
  host,
  timeout_s = 2,
  headers = {},
  mix = [],
  hold,
  protocol,
  streams,
}: WorkloadSpec): string[] {
  const headerCount = Object.keys(headers).length;
  return [
    Number(threads) !== 1 && plural(Number(threads), 'thread'),
    mix.length > 0 && mixWords(mix),
    protocol === 'h1' && 'HTTP/1.1',
    streams && `${plural(Number(streams), 'stream')} a connection`,
    Number(processes) !== 1 && `${processes} processes`,
    String(hosts) !== '1' && `${hosts} load hosts`,
    hold && `${plural(Number(hold.connections), 'held connection')}`,
    host && `host header ${host}`,
    Number(timeout_s) !== 2 && `timeout ${timeout_s} s`,
    headerCount > 0 && plural(headerCount, 'header'),
  ].filter((words) => typeof words === 'string' && words !== '') as string[];
}

function ofTrials(definition: Definition): string[] {
  const { trials = 5, min_effect = 0.01, servers = {} } = definition;
  const rule = ruleOf(definition);
  const { min, max } = ruleOf(blankDefinition()) ?? {};
  const rounds =
    kindOf(definition) === 'halving'
      ? 'halving'
      : rule
        ? (rule.min ?? min) === min && (rule.max ?? max) === max
          ? ''
          : `${rule.min ?? min} to ${rule.max ?? max} rounds`
        : plural(Number(trials), 'round');
  return [
    rounds,
    percentOf(min_effect) === 1 ? '' : `${percentOf(min_effect)}% matters`,
    servers.every != null
      ? `servers for ${servers.every} rounds`
      : servers.fresh === 'once'
        ? 'servers started once'
        : '',
  ].filter(Boolean);
}

function ofDiagnostics({ diagnostics = {} }: Definition): string[] {
  const { probe = 'auto', profile = 0, system_calls: calls = false } = diagnostics;
  return probe === 'auto' && !Number(profile) && !calls ? [] : ['diagnostics'];
}

function ofOrder({ warmup = {}, seed, allowed_failures = 0, ...rest }: Definition): string[] {
  const {
    wait_for_hosts: wait,
    order = 'interleaved',
    topology = 'proxied',
    on_failure: failure = 'continue',
  } = rest;
  const [beforeRun, beforeTrial] = [warmup.prepared ?? 2, warmup.trial ?? 0];
  return [
    ![1, 2].includes(Number(beforeRun)) && `warm-up ${beforeRun} s`,
    Number(beforeTrial) !== 0 && `warm-up ${beforeTrial} s before each trial`,
    seed != null && `seed ${seed}`,
    Number(percentOf(allowed_failures)) !== 0 && `${percentOf(allowed_failures)}% may fail`,
    wait != null && `waits ${Number(wait) / 60} min for hosts`,
    order !== 'interleaved' && 'sequential order',
    topology !== 'proxied' && `topology ${topology.replace('_', ' ')}`,
    failure !== 'continue' && 'stops at a failure',
  ].filter((words) => typeof words === 'string');
}
