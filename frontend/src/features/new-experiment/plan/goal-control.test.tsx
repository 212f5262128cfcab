import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';

import { draw } from '@/test/render';

import { blankDefinition, type Definition } from '../draft/definition';
import { type Editor, EditorContext } from '../draft/editor-context';

import { GoalControl } from './goal-control';

const goalWith = (changes: object = {}) => ({
  effect: 0.05,
  chance: 0.21,
  tone: 'red',
  rounds: 60,
  seconds: 420,
  seconds_short: null,
  min_effect: null,
  sentence: 'This plan finds a change of 5% in only 21 of 100 experiments.',
  ...changes,
});

let now: Definition;

const keep = (definition: Definition) => {
  now = definition;
};

function Form({ goal, start = {} }: { goal: object | null; start?: Partial<Definition> }) {
  const [definition, setDefinition] = useState<Definition>({ ...blankDefinition(), ...start });
  useEffect(() => keep(definition), [definition]);
  const good = { rounds: 40, goal, noise: { cv: 0.06, trial_s: 2 } };
  return (
    <EditorContext value={{ definition, good, problems: [], edit: setDefinition } as unknown as Editor}>
      <GoalControl />
    </EditorContext>
  );
}

it('says whether the plan shows the change, and sets the rounds that would', async () => {
  await draw(<Form goal={goalWith()} />);
  expect(screen.getByRole('status').textContent).toMatch(/^Probably misses it\. This plan finds/);
  fireEvent.click(screen.getByRole('button', { name: 'Set 60 rounds, 7 min' }));
  expect(now.trials).toEqual({ min: 8, max: 60, until: 'decided' });
});

it('sets a fixed number, and trials of halving', async () => {
  const { unmount } = await draw(<Form goal={goalWith()} start={{ trials: 12 }} />);
  fireEvent.click(screen.getByRole('button', { name: 'Set 60 rounds, 7 min' }));
  expect(now.trials).toBe(60);
  unmount();
  await draw(<Form goal={goalWith()} start={{ trials: 20, search: 'halving' }} />);
  fireEvent.click(screen.getByRole('button', { name: 'Set 60 rounds, 7 min' }));
  expect([now.search, now.trials]).toEqual(['halving', 60]);
});

it('keeps the change in the address', async () => {
  const { router } = await draw(<Form goal={goalWith()} />);
  fireEvent.change(screen.getByLabelText('I want to see a change of'), { target: { value: '3' } });
  await waitFor(() => expect(router.state.location.search).toMatchObject({ see: '3' }));
});

it('says which changes can be asked for', async () => {
  await draw(<Form goal={goalWith()} />);
  const field = screen.getByLabelText('I want to see a change of');
  fireEvent.change(field, { target: { value: 'abc' } });
  expect(await screen.findByText('from 0.1% to 100%')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
});

it('lets a smaller change matter where it would not count', async () => {
  await draw(<Form goal={goalWith({ rounds: null, seconds: null, min_effect: 0.005 })} />);
  fireEvent.click(screen.getByRole('button', { name: 'Let 0.5% matter' }));
  expect(now.min_effect).toBe('0.5%');
});

it('offers no button where nothing would, and shorter trials where those are enough', async () => {
  const { unmount } = await draw(<Form goal={goalWith({ rounds: null, seconds: null })} />);
  expect(screen.queryByRole('button', { name: /rounds/ })).toBeNull();
  unmount();
  await draw(<Form goal={goalWith({ seconds_short: 90 })} />);
  fireEvent.click(screen.getByRole('button', { name: 'Trials of 2 s' }));
  expect(now.workloads.map(({ duration_s }) => duration_s)).toEqual([2]);
});

it('asks nothing where noise is not known', async () => {
  await draw(<Form goal={null} />);
  expect(screen.queryByLabelText('I want to see a change of')).toBeNull();
});
