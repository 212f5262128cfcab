import { expect, it } from 'vitest';

import type { Definition as Normalised } from '@/api/types';

import { blankDefinition, definitionOf, type WorkloadSpec } from '../draft/definition';
import { targetOf } from '../draft/problems';

import { changeLoad, parseLoads, setCeiling, setQuestion, sweepLoads, sweptLoads } from './load-edits';

it('changes to a search and back without leaving anything of it', () => {
  const search = setQuestion(blankDefinition(), 'connections');
  expect(search).toMatchObject({ kind: 'ceiling', control: false });
  expect(search.ceiling).toEqual({ from: 64, to: 4096, resolution: 16, confirm: true });
  const back = setQuestion(setCeiling(search, { to: 1024 }), 'compare');
  expect(back).toEqual({ ...blankDefinition(), kind: 'compare' });
  expect(setQuestion(back, 'compare')).toBe(back);
});

it('keeps what is half typed for the server to judge', () => {
  const typed = setCeiling(setQuestion(blankDefinition(), 'connections'), { from: '' });
  expect(typed.ceiling).toMatchObject({ from: '', to: 4096 });
  expect(targetOf('ceiling.from', typed)).toEqual({ step: 'workload' });
});

it('reads numbers with commas, spaces or both', () => {
  expect(parseLoads('50, 100 200,400')).toEqual([50, 100, 200, 400]);
  expect(parseLoads('50, 50')).toEqual([50]);
  for (const wrong of ['', '50, many', '1.5', '0', '-5', '50..400']) expect(parseLoads(wrong)).toBeNull();
});

it('reads rates in percent, of the rate alone and not beside numbers', () => {
  expect(parseLoads('50%, 70% 70%', 'rate')).toEqual(['50%', '70%']);
  for (const wrong of ['50%, 2000', '%', '-5%', '']) expect(parseLoads(wrong, 'rate')).toBeNull();
  expect(parseLoads('50%')).toBeNull();
});

it('makes a workload for each number, and knows them again', () => {
  const swept = sweepLoads(blankDefinition(), [50, 100]);
  expect(swept.workloads.map(({ name, connections, duration_s }) => [name, connections, duration_s])).toEqual(
    [
      ['50 connections', 50, 1],
      ['100 connections', 100, 1],
    ],
  );
  expect(sweptLoads(swept)).toEqual([50, 100]);
  expect(sweptLoads(blankDefinition())).toEqual([]);
});

it('sweeps the rate of a workload that has one', () => {
  const [first = {}] = blankDefinition().workloads;
  const swept = sweepLoads({ ...blankDefinition(), workloads: [{ ...first, rate: 1 }] }, [500, 1000]);
  expect(swept.workloads.map(({ name, rate }) => [name, rate])).toEqual([
    ['500 a second', 500],
    ['1000 a second', 1000],
  ]);
  expect(swept.workloads[0]?.connections).toBe(first.connections);
  expect(sweptLoads(swept)).toEqual([500, 1000]);
});

it('renames a load that is named by its number when the number changes, key by key', () => {
  const typeRates = (name: string, ...rates: (number | string)[]) =>
    rates.reduce<WorkloadSpec>((load, rate) => ({ ...load, ...changeLoad(load, 'rate', rate) }), {
      name,
      rate: 500,
    });
  expect(typeRates('500 a second', 50, 5, '', 7, 70, '70%')).toEqual({ name: 'at 70%', rate: '70%' });
  expect(typeRates('page 500 a second', 2000).name).toBe('page 2000 a second');
  expect(typeRates('steady', 2000).name).toBe('steady');
  expect(changeLoad({ name: '64 connections', connections: 64 }, 'connections', 128)).toEqual({
    name: '128 connections',
    connections: 128,
  });
});

it('sweeps shares of the ceiling, and knows them again when the server has read them', () => {
  const [first = {}] = blankDefinition().workloads;
  const swept = sweepLoads({ ...blankDefinition(), workloads: [{ ...first, rate: '50%' }] }, ['50%', '7.5%']);
  expect(swept.workloads.map(({ name, rate }) => [name, rate])).toEqual([
    ['at 50%', '50%'],
    ['at 7.5%', '7.5%'],
  ]);
  expect(sweptLoads(swept)).toEqual(['50%', '7.5%']);
  const workload = { rate_share: { share: 0.075, is_tool_limit: false } };
  expect(definitionOf({ name: 'x', workloads: [workload] } as unknown as Normalised).workloads).toEqual([
    { rate: '7.5%' },
  ]);
});
