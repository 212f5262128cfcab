import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { NumberField } from './number-field';

it('makes no other number of one that is not whole', async () => {
  const onChange = vi.fn();
  await draw(<NumberField label="Connections" value={32} onChange={onChange} />);
  fireEvent.change(screen.getByLabelText('Connections'), { target: { value: '3.5' } });
  expect(onChange.mock.lastCall).toEqual([3.5]);
});
