import type { ToolInfo } from '@/api/types';
import type { Typed } from '@/components/ui/dialogs/number-field';
import { count, plural } from '@/components/words/format';
import { toolNamed } from '@/components/words/tools';

import type { WorkloadSpec } from '../draft/definition';

export type End = ToolInfo['ends_by'][number];

/** Requests a second, where a time has to become a number of requests or the other way round. */
const GUESSED_RATE = 10_000;
const MAX_S = 3600;
const DEFAULT_S = 10;
const DEFAULT_TIMEOUT_S = 2;
const DEFAULT_RATE = 1000;

/** A workload after a change, and what the change did beyond what was asked, one sentence each. */
export interface Switched {
  workload: WorkloadSpec;
  sentences: string[];
}

/** Whether it gives up on a single answer. */
export const hasTimeout = (tool?: string) => toolNamed(tool)?.timeout === true;

/** What ends a trial now; nothing when neither is given. */
const endOf = ({ requests, duration_s }: WorkloadSpec): End | undefined =>
  requests != null ? 'requests' : duration_s != null ? 'duration' : undefined;

/** What the form asks for: what ends the trial now when the tool has it, else what the tool has. */
export const shownEnd = (workload: WorkloadSpec, tool?: ToolInfo): End => {
  const now = endOf(workload);
  if (!tool) return now ?? 'duration';
  return now && tool.ends_by.includes(now) ? now : (tool.ends_by[0] ?? 'duration');
};

/** Sets what ends a trial: one of the two, the other is dropped. */
export function withEnd(workload: WorkloadSpec, end: End, value: Typed): WorkloadSpec {
  return end === 'duration'
    ? { ...workload, duration_s: value, requests: undefined }
    : { ...workload, requests: value, duration_s: undefined };
}

const wholeOr = (text: unknown, instead: number) => {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : instead;
};

/** The same length by the other measure, as far as a guess goes. */
export function switchEnd(workload: WorkloadSpec, end: End): Switched {
  if (endOf(workload) === end) return { workload, sentences: [] };
  const guess = `a guess at ${count(GUESSED_RATE)} requests per second`;
  if (end === 'requests') {
    const seconds = wholeOr(workload.duration_s, DEFAULT_S);
    const requests = Math.max(seconds * GUESSED_RATE, wholeOr(workload.connections, 1));
    const sentences = `${count(seconds)} s became ${plural(requests, 'request')}, ${guess}.`;
    return { workload: withEnd(workload, end, requests), sentences: [sentences] };
  }
  const requests = wholeOr(workload.requests, DEFAULT_S * GUESSED_RATE);
  const seconds = Math.min(MAX_S, Math.ceil(requests / GUESSED_RATE));
  const sentence = `${plural(requests, 'request')} became ${count(seconds)} s, ${guess}.`;
  return { workload: withEnd(workload, end, seconds), sentences: [sentence] };
}

/** Puts another tool to the same load: what it has is kept, the rest converted or dropped. */
export function switchTool(workload: WorkloadSpec, tool: ToolInfo): Switched {
  const steps = [
    withinThreads,
    withoutTimeout,
    withItsProtocols,
    withKeptConnections,
    withItsEnd,
    withItsRate,
    withoutProcesses,
  ];
  return steps.reduce<Switched>(
    ({ workload: before, sentences }, step) => {
      const next = step(before, tool);
      return { workload: next.workload, sentences: [...sentences, ...next.sentences] };
    },
    { workload: { ...workload, tool: tool.name as WorkloadSpec['tool'] }, sentences: [] },
  );
}

function withItsEnd(workload: WorkloadSpec, { ends_by: ends }: ToolInfo): Switched {
  const end = endOf(workload);
  const [first] = ends;
  return first && (!end || !ends.includes(end)) ? switchEnd(workload, first) : { workload, sentences: [] };
}

function withItsRate(workload: WorkloadSpec, { open_loop: isOpenLoop, label }: ToolInfo): Switched {
  const { rate } = workload;
  if (isOpenLoop) return { workload: { ...workload, rate: rate ?? DEFAULT_RATE }, sentences: [] };
  if (rate == null) return { workload, sentences: [] };
  const sentence = `The rate of ${rate} requests per second is dropped: ${label} sends as fast as it can.`;
  return { workload: { ...workload, rate: undefined }, sentences: [sentence] };
}

function withinThreads(workload: WorkloadSpec, { label, threads: { minimum, maximum } }: ToolInfo): Switched {
  const askedThreads = wholeOr(workload.threads, 1);
  const threads = Math.min(maximum, Math.max(minimum, askedThreads));
  if (threads === askedThreads) return { workload, sentences: [] };
  const sentences = `${plural(askedThreads, 'thread')} became ${count(threads)}: ${label} takes ${rangeWords({ minimum, maximum })}.`;
  return { workload: { ...workload, threads }, sentences: [sentences] };
}

function withItsProtocols(workload: WorkloadSpec, { protocols = [], label }: ToolInfo): Switched {
  if (protocols.length > 0 || (workload.protocol === undefined && workload.streams === undefined))
    return { workload, sentences: [] };
  return {
    workload: { ...workload, protocol: undefined, streams: undefined },
    sentences: [`${label} speaks HTTP/1 only.`],
  };
}

function withKeptConnections(workload: WorkloadSpec, { keeps_connections, label }: ToolInfo): Switched {
  if (!keeps_connections || workload.keepalive !== false) return { workload, sentences: [] };
  return {
    workload: { ...workload, keepalive: true },
    sentences: [`Keep-alive is on: ${label} keeps its connections open.`],
  };
}

/** “1 thread”, “1 … 255 threads”. */
export const rangeWords = ({ minimum, maximum }: ToolInfo['threads']) =>
  minimum === maximum ? plural(minimum, 'thread') : `${count(minimum)} … ${plural(maximum, 'thread')}`;

function withoutProcesses(workload: WorkloadSpec, { parallel, label }: ToolInfo): Switched {
  const { processes, hosts, ...rest } = workload;
  if (parallel || (processes ?? hosts) === undefined) return { workload, sentences: [] };
  const many = processes === undefined ? `${hosts} load hosts` : `${count(Number(processes))} processes`;
  return { workload: rest, sentences: [`${many} became 1: ${label} loads a server alone.`] };
}

function withoutTimeout(workload: WorkloadSpec, { timeout, label }: ToolInfo): Switched {
  if (timeout || workload.timeout_s === undefined) return { workload, sentences: [] };
  const { timeout_s: droppedTimeout } = workload;
  const sentences = `The timeout of ${droppedTimeout} s is dropped: ${label} has none.`;
  return {
    workload: { ...workload, timeout_s: undefined },
    sentences: Number(droppedTimeout) === DEFAULT_TIMEOUT_S ? [] : [sentences],
  };
}
