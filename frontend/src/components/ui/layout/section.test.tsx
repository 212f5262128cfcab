import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { draw } from '@/test/render';

import { Section } from './section';

it('breaks a name without a space, which would widen the page of a phone', async () => {
  await draw(
    <Section title="Runs" subtitle={`compared with ${'x'.repeat(120)}`}>
      2 runs
    </Section>,
  );
  expect((await screen.findByRole('heading', { name: /^Runs/ })).style.overflowWrap).toBe('anywhere');
});
