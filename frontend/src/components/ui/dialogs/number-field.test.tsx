import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { NumberField, numberOf, type Typed } from './number-field';

const onChange = vi.fn();

function Field({ initial }: { initial: Typed }) {
  const [value, setValue] = useState(initial);
  const change = (next: Typed) => {
    onChange(next);
    setValue(next);
  };
  return <NumberField label="Connections" value={value} onChange={change} min={1} isGrouped />;
}

const type = (value: string) => fireEvent.change(screen.getByLabelText('Connections'), { target: { value } });

it.each([
  ['32', 32],
  ['3.5', 3.5],
  ['1e3', 1000],
  [' 64 ', 64],
  ['100 000', 100_000],
  ['', ''],
  ['abc12', 'abc12'],
  ['12abc', '12abc'],
  ['0x10', '0x10'],
  ['1e99', '1e99'],
  ['Infinity', 'Infinity'],
])('makes of “%s” no other number than was typed', (text, number) => {
  expect(numberOf(text)).toBe(number);
});

it('shows and passes on what was typed, letters too', async () => {
  await draw(<Field initial={32} />);
  type('abc12');
  expect(screen.getByDisplayValue('abc12')).toBeTruthy();
  expect(onChange.mock.lastCall).toEqual(['abc12']);
});

it('keeps the text while it is typed and shows the number afterwards', async () => {
  await draw(<Field initial={32} />);
  type('1e5');
  expect(screen.getByDisplayValue('1e5')).toBeTruthy();
  fireEvent.blur(screen.getByLabelText('Connections'));
  expect(screen.getByDisplayValue('100 000')).toBeTruthy();
});

it('steps by the arrow keys, within its limits', async () => {
  await draw(<Field initial={1} />);
  fireEvent.keyDown(screen.getByLabelText('Connections'), { key: 'ArrowDown' });
  expect(onChange.mock.lastCall).toEqual([1]);
  fireEvent.keyDown(screen.getByLabelText('Connections'), { key: 'ArrowUp' });
  expect(onChange.mock.lastCall).toEqual([2]);
});
