import { closeDomain, isNumber, numbers } from './scales';

export interface TrialPoint {
  id: string;
  /** Counted from 1. */
  round: number;
  value: number | null;
  /** Absent or empty: the trial counts. */
  invalid?: string;
}

export interface TrialsBand {
  mean: number | null;
  /** The 95% interval of the mean, or mean ± spread: the caption says which. */
  low?: number | null;
  high?: number | null;
}

export function trialsData(trials: TrialPoint[], band?: TrialsBand) {
  const drawn = trials.filter((trial) => isNumber(trial.value));
  const values = numbers([...drawn.map((trial) => trial.value), band?.low, band?.high, band?.mean]);
  return {
    valid: drawn.filter((trial) => !trial.invalid),
    invalid: drawn.filter((trial) => trial.invalid),
    rounds: [...new Set(trials.map((trial) => trial.round))].sort((a, b) => a - b),
    ...closeDomain(values),
  };
}
