import type { Experiment, RunSummary, Trial } from '@/api/types';
import { DEFAULT_TOOL } from '@/components/words/tools';

type HostRole = Experiment['hosts'][number]['role'];

const ROLES: Record<RunSummary['topology'], HostRole[]> = {
  direct: ['load', 'backend'],
  proxied: ['load', 'proxy', 'backend'],
  proxy_only: ['load', 'proxy'],
};

interface HostStep {
  role: HostRole;
  host: string;
  host_id: string;
  step: string;
}

/** What every host does at this moment, told from the trial that is under way. */
export function hostSteps(experiment: Experiment, trials: Trial[] = []): HostStep[] {
  const { progress, hosts, run_list: runs } = experiment;
  const trial = trials.find(({ id }) => id === progress?.current_trial_id);
  const run = runs.find(({ id }) => id === (progress?.current_run_id ?? trial?.run_id));
  return hosts.map(({ role, host, host_id }) => ({
    role,
    host,
    host_id,
    step: run && trial ? stepOf(role, run, trial) : without(experiment, role),
  }));
}

function without({ state, progress, run_list: runs }: Experiment, role: HostRole): string {
  if (state === 'queued') return 'waits for the turn of this experiment';
  return progress ? between(role, runs) : 'has nothing more to do';
}

function between(role: HostRole, runs: RunSummary[]): string {
  const openRuns = runs.filter(({ failure }) => !failure);
  const ready = openRuns.filter(({ state }) => state === 'ready').length;
  if (ready === openRuns.length) return 'between two trials';
  return role === 'load'
    ? 'waits until the runs are ready'
    : `prepares: ${ready} of ${openRuns.length} runs ready`;
}

function stepOf(role: HostRole, run: RunSummary, trial: Trial): string {
  if (!ROLES[run.topology].includes(role)) return `not part of “${run.name}”`;
  if (role === 'load') {
    const { tool = DEFAULT_TOOL, connections = 1 } = run.workload;
    if (trial.state === 'measuring') return `${tool} measures “${run.name}”, ${connections} connections`;
    if (trial.state === 'warming') return `${tool} warms up “${run.name}”, not counted`;
    return `gets ready for “${run.name}”`;
  }
  if (trial.state === 'preparing') return `sets up “${run.name}”`;
  return role === 'proxy' ? `nginx answers as “${run.name}”` : `serves “${run.name}”`;
}
