import { expect, it } from 'vitest';

import type { ToolInfo } from '@/api/types';

import { headersOf, repeatedRows, rowsNow } from './header-rows';
import { shownEnd, switchEnd, switchTool, withEnd } from './tool-switch';

const tool = (name: ToolInfo['name'], ends_by: ToolInfo['ends_by'], maximum: number): ToolInfo => ({
  name,
  label: name,
  text: '',
  ends_by,
  threads: { minimum: 1, maximum },
  tls: true,
  http: 'HTTP/1.1',
  percentiles: '',
  figures: [],
  notes: [],
  even_connections: false,
  keeps_connections: false,
  timeout: name === 'wrk',
  parallel: name === 'wrk',
  open_loop: name === 'vegeta',
  resumes_tls: true,
  max_connections_until: '',
  no_percentile: '',
  no_histogram: '',
  invents: false,
  example: '',
  purpose: '',
  build: '',
});

it('drops processes where a tool loads a server alone', () => {
  const workload = { tool: 'wrk', processes: 4, duration_s: 5 } as const;
  expect(switchTool(workload, ab)).toEqual({
    workload: { tool: 'ab', processes: undefined, duration_s: 5 },
    sentences: ['4 processes became 1: ab loads a server alone.'],
  });
  expect(switchTool(workload, wrk).sentences).toEqual([]);
});

const wrk = tool('wrk', ['duration'], 1024);
const ab = tool('ab', ['requests', 'duration'], 1);
const weighttp = tool('weighttp', ['requests'], 255);

const load = {
  name: 'keepalive',
  tool: 'wrk' as const,
  threads: 4,
  connections: 32,
  duration_s: 10,
  keepalive: false,
  path: '/a',
  host: 'www.example.com',
  headers: { 'X-Test': '1' },
  timeout_s: 5,
};
const plain = (text: string) => text.replace(/\u202f/g, ' ');

it('keeps what the other tool has, converts what it counts otherwise and drops what it lacks', () => {
  const { workload, sentences: said } = switchTool(load, weighttp);
  expect(workload).toEqual({
    ...load,
    tool: 'weighttp',
    requests: 100_000,
    duration_s: undefined,
    timeout_s: undefined,
  });
  expect(said.map(plain)).toEqual([
    'The timeout of 5 s is dropped: weighttp has none.',
    '10 s became 100 000 requests, a guess at 10 000 requests per second.',
  ]);
});

it('comes back to the same length', () => {
  const there = switchTool(load, weighttp).workload;
  const { workload, sentences: said } = switchTool(there, wrk);
  expect(workload).toMatchObject({ tool: 'wrk', threads: 4, duration_s: 10, requests: undefined });
  expect(said.map(plain)).toEqual(['100 000 requests became 10 s, a guess at 10 000 requests per second.']);
});

it('leaves what ends the trial where the tool has it, and says when threads are too many', () => {
  const { workload, sentences: said } = switchTool({ ...load, timeout_s: 2 }, ab);
  expect(workload).toMatchObject({ tool: 'ab', threads: 1, duration_s: 10 });
  expect(said).toEqual(['4 threads became 1: ab takes 1 thread.']);
});

it('guesses a length where nothing that can be read is given, within what tools take', () => {
  expect(switchTool({ ...load, duration_s: '1x' }, weighttp).workload.requests).toBe(100_000);
  expect(switchEnd({ requests: 1_000_000_000 }, 'duration').workload.duration_s).toBe(3600);
  expect(switchEnd({ duration_s: 1, connections: 20_000 }, 'requests').workload.requests).toBe(20_000);
  expect(switchTool({ tool: 'weighttp' }, wrk).workload.duration_s).toBe(10);
});

it('asks for what the tool has, whatever a text gave it', () => {
  expect(shownEnd({ duration_s: 3 }, weighttp)).toBe('requests');
  expect(shownEnd({ duration_s: 3 }, ab)).toBe('duration');
  expect(shownEnd({}, ab)).toBe('requests');
  expect(withEnd({ duration_s: 3 }, 'requests', 50)).toEqual({ requests: 50, duration_s: undefined });
});

it('leaves out empty and repeated headers, and follows the definition when that is changed elsewhere', () => {
  const rows = [
    { name: 'X-A', value: '1' },
    { name: '', value: '' },
    { name: 'X-A', value: '2' },
    { name: '', value: 'no name' },
  ];
  expect(headersOf(rows)).toEqual({ 'X-A': '1', '': 'no name' });
  expect([...repeatedRows(rows)]).toEqual([2]);
  expect(headersOf([{ name: '', value: '' }])).toBeUndefined();
  expect(rowsNow(rows, { 'X-A': '1', '': 'no name' })).toBe(rows);
  expect(rowsNow(rows, { 'X-B': '3' })).toEqual([{ name: 'X-B', value: '3' }]);
  expect(rowsNow(rows, undefined)).toEqual([]);
});

it('puts what h2load alone has away, and keep-alive on for it', () => {
  const h2load: ToolInfo = {
    ...tool('h2load', ['duration', 'requests'], 1024),
    protocols: ['h2', 'h1'],
    keeps_connections: true,
  };
  const short = { tool: 'wrk' as const, connections: 4, duration_s: 1, keepalive: false };
  expect(switchTool(short, h2load)).toEqual({
    workload: { ...short, tool: 'h2load', keepalive: true },
    sentences: ['Keep-alive is on: h2load keeps its connections open.'],
  });
  const h2 = { tool: 'h2load' as const, connections: 4, duration_s: 1, protocol: 'h2' as const, streams: 10 };
  const { workload, sentences } = switchTool(h2, wrk);
  expect([workload.protocol, workload.streams]).toEqual([undefined, undefined]);
  expect(sentences).toEqual(['wrk speaks HTTP/1 only.']);
});

it('gives a rate to a tool that needs one and takes it from the others', () => {
  const vegeta = tool('vegeta', ['duration'], 1024);
  const { workload, sentences } = switchTool(load, vegeta);
  expect([workload.rate, sentences]).toEqual([1000, ['The timeout of 5 s is dropped: vegeta has none.']]);
  const back = switchTool({ ...workload, rate: 2000 }, wrk);
  expect(back.workload.rate).toBeUndefined();
  expect(back.sentences).toEqual([
    'The rate of 2000 requests per second is dropped: wrk sends as fast as it can.',
  ]);
});
