import { fireEvent, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';

import { draw } from '@/test/render';

import { blankDefinition, type Definition } from '../draft/definition';
import { type Editor, EditorContext } from '../draft/editor-context';

import { TrialsField } from './trials-field';

let now: Definition = blankDefinition();

const keep = (definition: Definition) => {
  now = definition;
};

function Form({ problems = [], good }: { problems?: object[]; good?: object }) {
  const [definition, setDefinition] = useState(blankDefinition);
  useEffect(() => keep(definition), [definition]);
  const editor = { definition, problems, good, edit: setDefinition } as unknown as Editor;
  return (
    <EditorContext value={editor}>
      <TrialsField />
    </EditorContext>
  );
}

it('changes from a fixed number to a rule and back', async () => {
  await draw(<Form />);
  expect(now.trials).toEqual({ min: 8, max: 40, until: 'decided' });
  fireEvent.change(screen.getByLabelText('First analysis after'), { target: { value: '6' } });
  expect(now.trials).toEqual({ min: 6, max: 40, until: 'decided' });
  fireEvent.click(screen.getByRole('radio', { name: 'Fixed number' }));
  fireEvent.change(screen.getByLabelText('Trials of a run'), { target: { value: '30' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Until decided' }));
  expect(now.trials).toEqual({ min: 8, max: 40, until: 'decided' });
});

it('shows what is wrong at the field that it is about', async () => {
  const problems = [
    { place: 'trials.max', message: 'max must be at least min, which is 5; got 4' },
    { place: 'trials', message: 'trials until decided need order: interleaved' },
  ];
  await draw(<Form problems={problems} />);
  expect(screen.getByLabelText('At most').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('alert').textContent).toContain('need order: interleaved');
});

it('claims nothing on a testbed whose noise is not known', async () => {
  await draw(<Form good={{ noise: null, noise_sentence: 'Nothing is known yet.' }} />);
  expect(screen.getByText(/Nothing is known yet/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Calibrate' })).toBeTruthy();
});

it('shares trials out by halving, shows the stages and goes back without it', async () => {
  const stages = [
    { number: 1, first: 1, last: 7, rounds: 7, candidates: 11, runs: 12, trials: 84 },
    { number: 2, first: 8, last: 18, rounds: 11, candidates: 6, runs: 7, trials: 77 },
  ];
  await draw(<Form good={{ rounds: 18, noise: null, stages }} />);
  fireEvent.click(screen.getByRole('radio', { name: 'Halving' }));
  expect([now.search, now.trials]).toEqual(['halving', 20]);
  fireEvent.change(screen.getByLabelText('Trials of a run'), { target: { value: '16' } });
  expect([now.search, now.trials]).toEqual(['halving', 16]);
  const table = screen.getByRole('table', { name: 'Stages' });
  expect(table.textContent).toContain('8 to 18');
  fireEvent.click(screen.getByRole('radio', { name: 'Fixed number' }));
  expect([now.search, now.trials]).toEqual([undefined, 12]);
});

it('takes the halving that the plan proposes', async () => {
  const halved = { trials: 20, smallest_effect: 0.044, sentence: '11 candidates share these trials.' };
  await draw(<Form good={{ rounds: 20, noise: { cv: 0.06 }, halved }} />);
  fireEvent.click(screen.getByRole('button', { name: 'Take halving' }));
  expect([now.search, now.trials]).toEqual(['halving', 20]);
});
