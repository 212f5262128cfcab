import { Pill, type Tone } from './pill';

const STATES: Record<string, { tone: Tone; hint: string }> = {
  queued: { tone: 'outline', hint: 'Waits for its turn.' },
  running: { tone: 'accent', hint: 'Trials are being measured.' },
  cancelling: { tone: 'accent', hint: 'Ends what is running and puts every host back.' },
  finished: { tone: 'better', hint: 'All trials are in a final state and every host is put back.' },
  failed: { tone: 'danger', hint: 'Ended by a failure; its reason stands on the page.' },
  cancelled: { tone: 'neutral', hint: 'Ended by someone; trials measured until then are kept.' },
  waiting: { tone: 'outline', hint: 'Its setups are not started yet.' },
  ready: { tone: 'neutral', hint: 'Its setups run side by side and are verified.' },
  preparing: { tone: 'accent', hint: 'The hosts are being set up for this trial.' },
  warming: { tone: 'accent', hint: 'Warm-up load; not counted.' },
  measuring: { tone: 'accent', hint: 'The load tool is running.' },
  done: { tone: 'better', hint: 'Measured, and every check passed.' },
  invalid: { tone: 'worse', hint: 'Measured, but a check failed: shown hollow and left out of deltas.' },
  online: { tone: 'better', hint: 'The agent was heard of in the last seconds.' },
  offline: { tone: 'danger', hint: 'The agent is silent. An experiment cannot start on this host.' },
  clean: { tone: 'neutral', hint: 'Nothing on this host differs from how we found it.' },
  applied: { tone: 'accent', hint: 'Settings of a running experiment are in place.' },
  dirty: {
    tone: 'worse',
    hint: 'Something could not be put back; the host takes no experiment until it is.',
  },
};

/** State of an experiment, a trial or a host, with its meaning on hover. */
export function StateBadge({ state, detail }: { state: string; detail?: string }) {
  const known = STATES[state] ?? { tone: 'neutral' as const, hint: '' };
  return (
    <Pill tone={known.tone} hint={detail ?? known.hint}>
      {state}
    </Pill>
  );
}
