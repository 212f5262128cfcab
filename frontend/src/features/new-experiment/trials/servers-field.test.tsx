import { fireEvent, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';

import { draw } from '@/test/render';

import { blankDefinition, type Definition } from '../draft/definition';
import { type Editor, EditorContext } from '../draft/editor-context';

import { ServersField } from './servers-field';

let now: Definition = blankDefinition();

const keep = (definition: Definition) => {
  now = definition;
};

function Form({ problems = [] }: { problems?: object[] }) {
  const [definition, setDefinition] = useState(blankDefinition);
  useEffect(() => keep(definition), [definition]);
  const editor = { definition, problems, edit: setDefinition } as unknown as Editor;
  return (
    <EditorContext value={editor}>
      <ServersField />
    </EditorContext>
  );
}

it('starts with new servers for each round, and asks for one kind at a time', async () => {
  await draw(<Form />);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'New each round' }).checked).toBe(true);
  expect(screen.queryByLabelText('New servers every')).toBeNull();
  fireEvent.click(screen.getByRole('radio', { name: 'New every few' }));
  fireEvent.change(screen.getByLabelText('New servers every'), { target: { value: '3' } });
  expect(now.servers).toEqual({ every: 3 });
  fireEvent.click(screen.getByRole('radio', { name: 'Started once' }));
  expect(now.servers).toEqual({ fresh: 'once' });
});

it('says what is wrong where it can be mended', async () => {
  await draw(<Form problems={[{ place: 'servers', message: 'give either fresh or every' }]} />);
  expect(screen.getByRole('alert').textContent).toBe('give either fresh or every');
});
