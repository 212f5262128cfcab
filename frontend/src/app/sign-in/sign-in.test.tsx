import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { watchLinks } from '@/api/queries/session';
import { setGate } from '@/api/session';
import { draw } from '@/test/render';
import { SignInGate } from '@/app/providers';
import { Notices } from '@/components/ui/feedback/notices';

import { loginCommand } from './sign-in-page';

const SPENT = 'This link was used already';
const problem = (status: number, detail: string) =>
  Response.json({ title: 'Token needed', status, detail, errors: [], code: 'x' }, { status });

/** What the page sent to the server; `answers` are given in turn. There is no provider. */
function server(...answers: Response[]) {
  const sent: { url: string; body: string }[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'GET') return Response.json({ provider: null, refused: null });
    sent.push({ url: request.url, body: await request.text() });
    return answers.shift() ?? Response.json({ url: null });
  });
  return sent;
}

const openAt = (address: string) => window.history.replaceState(null, '', address);
const page = () =>
  draw(
    <>
      <Notices />
      <SignInGate>the dashboard</SignInGate>
    </>,
  );

beforeEach(() => setGate({ isLocked: false, entering: false }));
afterEach(() => openAt('/'));

it('trades the code of a link for a session, and takes it out of the address bar first', async () => {
  const sent = server();
  openAt('/runs/x?tab=a#sign-in=c0de');
  watchLinks();
  expect(window.location.href).toMatch(/\/runs\/x\?tab=a$/);
  await page();
  expect(await screen.findByText('the dashboard')).toBeTruthy();
  expect(sent).toEqual([{ url: `${window.location.origin}/api/v1/session`, body: '{"code":"c0de"}' }]);
});

it('takes a link that is opened in the same tab', async () => {
  server();
  setGate({ isLocked: true, entering: false });
  await page();
  watchLinks();
  openAt('/#sign-in=next');
  act(() => void window.dispatchEvent(new HashChangeEvent('hashchange')));
  expect(await screen.findByText('the dashboard')).toBeTruthy();
});

it('says why a link does not work, and how to get another', async () => {
  server(problem(401, SPENT));
  openAt('/#sign-in=old');
  watchLinks();
  await page();
  expect((await screen.findByRole('alert')).textContent).toContain(SPENT);
  expect(screen.getByText(/^dyno login --server/)).toBeTruthy();
  expect(screen.queryByText('the dashboard')).toBeNull();
});

it('leaves other fragments alone', () => {
  const sent = server();
  openAt('/#main');
  watchLinks();
  expect(window.location.hash).toBe('#main');
  expect(sent).toEqual([]);
});

it('takes the token, and shows what is wrong with another', async () => {
  const sent = server(problem(401, 'This is not the dashboard’s token'));
  setGate({ isLocked: true, entering: false });
  await page();
  const field = screen.getByLabelText(/^Token/);
  const submit = screen.getByRole('button', { name: 'Sign in' });
  fireEvent.change(field, { target: { value: 'wrong' } });
  fireEvent.click(submit);
  expect(await screen.findByText('This is not the dashboard’s token')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'right' } });
  fireEvent.click(submit);
  expect(await screen.findByText('the dashboard')).toBeTruthy();
  expect(sent.map(({ body }) => body)).toEqual(['{"token":"wrong"}', '{"token":"right"}']);
});

it('goes on at the dashboard’s own host name where the cookie would be shared', async () => {
  server(Response.json({ url: 'http://dyno-0.localhost:8080/#sign-in=c0de' }));
  const assign = vi.fn();
  vi.stubGlobal('location', { ...window.location, pathname: '/runs/x', search: '?tab=a', assign });
  setGate({ isLocked: true, entering: false });
  await page();
  fireEvent.change(screen.getByLabelText(/^Token/), { target: { value: 'right' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }));
  await waitFor(() => expect(assign).toHaveBeenCalled());
  expect(assign).toHaveBeenCalledWith('http://dyno-0.localhost:8080/runs/x?tab=a#sign-in=c0de');
  expect(screen.queryByText('the dashboard')).toBeNull();
});

it.each([
  ['http://127.0.0.1:8080/runs', 'dyno login'],
  ['http://dyno-0.localhost:8080/', 'dyno login'],
  ['http://dyno-0.localhost:9000/', 'dyno login --server http://127.0.0.1:9000'],
  ['https://10.0.0.1:8443/', 'dyno login --server https://10.0.0.1:8443'],
])('at %s the command is %s', (address, command) => {
  expect(loginCommand(new URL(address))).toBe(command);
});

it('opens the form of an invitation that can still be used', async () => {
  const sent = server(new Response(null, { status: 204 }));
  openAt('/#invitation=c0de');
  watchLinks();
  await page();
  expect(await screen.findByRole('button', { name: 'Make the account' })).toBeTruthy();
  expect(sent).toEqual([{ url: `${window.location.origin}/api/v1/join/check`, body: '{"code":"c0de"}' }]);
});

it('says at once that an invitation cannot be used any more', async () => {
  server(problem(401, 'This invitation was used'));
  openAt('/#invitation=old');
  watchLinks();
  await page();
  expect((await screen.findByRole('alert')).textContent).toBe('This invitation was used');
  expect(screen.queryByLabelText('Sign-in name')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'I have an account' }));
  expect(await screen.findByText('the dashboard')).toBeTruthy();
});

it('opens the form of an invitation where nothing answers, which says so when it is sent', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  openAt('/#invitation=c0de');
  watchLinks();
  await page();
  expect(await screen.findByRole('button', { name: 'Make the account' })).toBeTruthy();
});

it.each([
  [401, 'Sign in to Dynoboard'],
  [200, 'You are still signed in'],
])('says why the provider refused, to a browser whose session answers %s', async (status, title) => {
  const reason = 'This sign-in was finished before';
  vi.stubGlobal('fetch', async ({ url }: Request) =>
    url.endsWith('/me')
      ? Response.json({}, { status })
      : Response.json({ provider: 'Acme', refused: url.endsWith('refused=used') ? reason : null }),
  );
  openAt('/hosts#refused=used');
  watchLinks();
  await page();
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.queryByText('the dashboard') !== null).toBe(status === 200);
  expect(window.location.href).toMatch(/\/hosts$/);
});
