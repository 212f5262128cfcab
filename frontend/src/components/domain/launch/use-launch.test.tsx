import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { LaunchFailure } from './launch-failure';
import { useLaunch } from './use-launch';

let answers: (Response | undefined)[] = []; // undefined: it is lost on its way
let keys: (string | null)[] = [];

beforeEach(() => {
  keys = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method !== 'POST') return Response.json([]);
    keys.push(request.headers.get('Idempotency-Key'));
    const answer = answers.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
});

const launched = () => Response.json({ id: 'e1' }, { status: 201 });
const refused = () => Response.json({ title: 'This cannot be launched yet' }, { status: 422 });

function Launcher() {
  const launch = useLaunch();
  return (
    <>
      <button onClick={() => launch.mutate({ recipe: 'pins', form: 'quick' })}>Pins</button>
      <button onClick={() => launch.mutate({ recipe: 'workers', form: 'quick' })}>Workers</button>
      {launch.isError && <LaunchFailure error={launch.error} />}
    </>
  );
}

async function press(name: string) {
  const before = keys.length;
  fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(keys.length).toBe(before + 1));
}

it('launches one experiment where the first answer was lost', async () => {
  answers = [undefined, launched()];
  await draw(<Launcher />);
  await press('Pins');
  expect((await screen.findByRole('alert')).textContent).toContain('It may have been launched all the same.');
  await press('Pins');
  expect(keys[0]).toMatch(/^[a-z0-9-]{20,64}$/);
  expect(keys[1]).toBe(keys[0]);
});

const busy = (code?: string) => Response.json({ title: 'Busy', code }, { status: 503 });

it.each([
  { what: 'the API refuses', before: [busy('busy')], text: 'Nothing was started' },
  { what: 'a proxy answers', before: [busy()], text: 'It may have been launched' },
  { what: 'a commit is in doubt', before: [busy('in_doubt')], text: 'It may have been launched' },
  {
    what: 'an earlier answer was lost',
    before: [undefined, busy('busy')],
    text: 'It may have been launched',
  },
])('says what is known where $what', async ({ before, text }) => {
  const presses = before.length;
  answers = [...before];
  await draw(<Launcher />);
  for (let i = 0; i < presses; i++) {
    await press('Pins');
    await screen.findByRole('alert');
  }
  expect((await screen.findByRole('alert')).textContent).toContain(text);
});

it('launches another experiment with another key', async () => {
  answers = [refused(), launched()];
  await draw(<Launcher />);
  await press('Pins');
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was started');
  await press('Workers');
  expect(keys[1]).not.toBe(keys[0]);
});

it('launches the same once more after it was launched', async () => {
  answers = [launched(), launched()];
  await draw(<Launcher />);
  await press('Pins');
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await press('Pins');
  expect(keys[1]).not.toBe(keys[0]);
});
