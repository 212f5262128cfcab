import type { Experiment } from '@/api/types';
import { count, plural } from '@/components/words/format';
import { workloadWords } from '@/components/words/workload';

/** “tool · from 64 to 4 096 connections · …”: what a search for the ceiling applies. */
export function loadWords({ run_list, ceiling }: Pick<Experiment, 'run_list' | 'ceiling'>): string {
  const words = workloadWords(run_list.map(({ workload }) => workload));
  if (!ceiling) return words;
  const range = `from ${count(ceiling.first)} to ${count(ceiling.to)} connections`;
  return words.replace(plural(ceiling.first, 'connection'), range);
}
