import type { Experiment } from '@/api/types';
import { count } from '@/components/words/format';
import { loadText, workloadWords } from '@/components/words/workload';

/** “tool · from 64 to 4 096 connections · …”: what a search for the ceiling applies. */
export function loadWords({ run_list, ceiling }: Pick<Experiment, 'run_list' | 'ceiling'>): string {
  const words = workloadWords(run_list.map(({ workload }) => workload));
  if (!ceiling) return words;
  const range = `from ${count(ceiling.first)} to ${loadText(ceiling.of, ceiling.to)}`;
  return words.replace(loadText(ceiling.of, ceiling.first), range);
}
