import type { Experiment, RunSummary, Trial } from '@/api/types';
import { plural } from '@/components/words/format';
import type { TrialPoint } from '@/components/charts/distribution/trials-data';
import { isNumber } from '@/components/charts/kit/scales';

/** Why a trial does not count; empty when it does. */
function lostBecause(trial: Trial): string {
  if (trial.state === 'failed') return trial.failure?.message ?? 'failed without a recorded reason';
  if (trial.state === 'cancelled') return trial.failure?.message ?? '';
  if (trial.state !== 'invalid') return '';
  const reasons = trial.findings.filter(({ level }) => level === 'invalid').map(({ message }) => message);
  return reasons.join('; ') || 'a check failed';
}

/** It counts, but a check wants it looked at. */
export const isSuspect = (trial: Trial) =>
  trial.state === 'done' && trial.findings.some(({ level }) => level === 'suspect');

/** What was found about most of these, where it was worst, and how many other things. */
export function suspectBecause(trials: Trial[]): string {
  const byCode = new Map<string, Trial['findings']>();
  for (const finding of trials.flatMap(({ findings }) => findings)) {
    if (finding.level === 'suspect') byCode.set(finding.code, [...(byCode.get(finding.code) ?? []), finding]);
  }
  const [most = [], ...rest] = [...byCode.values()].sort((a, b) => b.length - a.length);
  const worst = most.reduce((a, b) => ((b.value ?? 0) > (a.value ?? 0) ? b : a), most[0]!);
  return `${worst.message}${rest.length ? ` and ${plural(rest.length, 'other thing')}` : ''}`;
}

export interface TrialCell {
  trial: Trial;
  value: number | null;
  /** Distance from its run's mean as a share: 0.05 is 5% above. */
  deviation: number | null;
  lostText: string;
}

export interface TrialRow {
  run: RunSummary;
  /** A list for each round: one trial, several of a baseline in a long round. Of several attempts the last. */
  cells: TrialCell[][];
}

const roundsOf = (trials: Trial[]) => Math.max(0, ...trials.map((trial) => trial.round));

/** Trials as a table: one row per run, one column per round. */
export function trialRows(runs: RunSummary[], trials: Trial[], metric: string): TrialRow[] {
  const rounds = roundsOf(trials);
  const byRun = new Map<string, Trial[]>();
  for (const trial of lastAttempts(trials)) {
    const runTrials = byRun.get(trial.run_id);
    if (runTrials) runTrials.push(trial);
    else byRun.set(trial.run_id, [trial]);
  }
  return runs
    .filter((run) => !run.deleted)
    .map((run) => {
      const cells: TrialCell[][] = Array.from({ length: rounds }, () => []);
      for (const trial of byRun.get(run.id) ?? [])
        cells[trial.round - 1]?.push(cellOf(trial, run.means[metric], metric));
      return { run, cells };
    });
}

/** Rounds before or in which the experiment was interrupted: those of the first trial after each gap. */
export function roundsAfterGaps(interruptions: Experiment['interruptions'], trials: Trial[]): Set<number> {
  const starts = trials
    .flatMap(({ started_at, round }) => (started_at ? [{ at: Date.parse(started_at), round }] : []))
    .sort((a, b) => a.at - b.at);
  const rounds = (interruptions ?? []).map(
    ({ ended_at }) => ended_at && starts.find(({ at }) => at >= Date.parse(ended_at))?.round,
  );
  return new Set(rounds.filter(isNumber));
}

/** In the order of the plan. */
function lastAttempts(trials: Trial[]): Trial[] {
  const last = new Map<string, Trial>();
  for (const trial of trials) {
    const place = `${trial.run_id} ${trial.round} ${trial.repeat}`;
    if ((last.get(place)?.attempt ?? 0) <= trial.attempt) last.set(place, trial);
  }
  return [...last.values()].sort((a, b) => a.round - b.round || a.repeat - b.repeat);
}

function cellOf(trial: Trial, mean: number | undefined, metric: string): TrialCell {
  const value = trial.figures[metric] ?? null;
  const deviation = isNumber(value) && mean ? value / mean - 1 : null;
  return { trial, value, deviation, lostText: lostBecause(trial) };
}

/** Dots of one run, for the chart. */
export const trialPoints = (trials: Trial[], run: string, metric: string): TrialPoint[] =>
  trials
    .filter((trial) => trial.run_id === run && isNumber(trial.figures[metric]))
    .map((trial) => ({
      id: trial.id,
      round: trial.round,
      repeat: trial.repeat,
      value: trial.figures[metric] ?? null,
      invalid: lostBecause(trial) || undefined,
    }));

type Word = 'failed' | 'invalid' | 'suspect';

/** One reason, and every trial that it holds for. */
export interface Remark {
  word: Word;
  code: string;
  trials: { trial: Trial; run: RunSummary; text: string }[];
}

const WORDS: Word[] = ['failed', 'invalid', 'suspect'];

/** What was found about trials, by reason, the worst first. */
export function remarksOf(runs: RunSummary[], trials: Trial[]): Remark[] {
  const byId = new Map(runs.map((run) => [run.id, run]));
  const remarks = new Map<string, Remark>();
  for (const trial of trials) {
    const run = byId.get(trial.run_id);
    for (const { word, code, text } of run ? findingsOf(trial) : []) {
      const remark = remarks.get(`${word} ${code}`) ?? { word, code, trials: [] };
      if (run) remark.trials.push({ trial, run, text });
      remarks.set(`${word} ${code}`, remark);
    }
  }
  return [...remarks.values()].sort((a, b) => WORDS.indexOf(a.word) - WORDS.indexOf(b.word));
}

/** Notes stay on the run's page: they mark nothing here. */
function findingsOf(trial: Trial): { word: Word; code: string; text: string }[] {
  const findings = trial.findings.flatMap(({ level, code, message }) =>
    level === 'note' ? [] : [{ word: level, code, text: message }],
  );
  if (trial.state !== 'failed') return findings;
  return [{ word: 'failed', code: trial.failure?.code ?? '', text: lostBecause(trial) }, ...findings];
}
