import { Pill, type Tone } from './pill';

const STATES: Record<string, { tone: Tone; hint: string }> = {
  queued: { tone: 'outline', hint: 'Waits for its turn.' },
  running: { tone: 'accent', hint: 'Trials are being measured.' },
  cancelling: { tone: 'accent', hint: 'Stops what is running and restores every host.' },
  finished: { tone: 'better', hint: 'All trials are in a final state and every host is restored.' },
  failed: { tone: 'danger', hint: 'Ended by a failure; the reason is on the page.' },
  cancelled: { tone: 'neutral', hint: 'Cancelled by someone; trials measured so far are kept.' },
  waiting: { tone: 'outline', hint: 'Its setups are not started yet.' },
  ready: { tone: 'neutral', hint: 'Its setups run side by side and are verified.' },
  preparing: { tone: 'accent', hint: 'The hosts are being set up for this trial.' },
  warming: { tone: 'accent', hint: 'Warm-up load; not counted.' },
  measuring: { tone: 'accent', hint: 'The load tool is running.' },
  done: { tone: 'better', hint: 'Measured, and every check passed.' },
  invalid: { tone: 'worse', hint: 'Measured, but a check failed: shown hollow and left out of deltas.' },
  online: { tone: 'better', hint: 'The agent reported within the last few seconds.' },
  offline: { tone: 'danger', hint: 'The agent is silent. An experiment cannot start on this host.' },
  clean: { tone: 'neutral', hint: 'No setting of this host is changed.' },
  applied: { tone: 'accent', hint: 'Settings of a running experiment are in place.' },
  needs_restore: {
    tone: 'worse',
    hint: 'Something could not be restored; no experiment can run on the host until it is.',
  },
};

/** State of an experiment, a trial or a host, with its meaning on hover. */
export function StateBadge({ state, detail }: { state: string; detail?: string }) {
  const stateLook = STATES[state] ?? { tone: 'neutral' as const, hint: '' };
  return (
    <Pill tone={stateLook.tone} hint={detail ?? stateLook.hint}>
      {state.replaceAll('_', ' ')}
    </Pill>
  );
}
