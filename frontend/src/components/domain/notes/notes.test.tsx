import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { ApiError } from '@/api/errors';
import { draw } from '@/test/render';

import { NotesCard } from './notes-card';
import NotesView from './notes-view';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const HARMFUL = [
  '<script>window.hit = 1</script>',
  '<img src=x onerror="window.hit = 1">',
  '<svg onload="window.hit = 1"></svg>',
  '<iframe src="javascript:window.hit = 1"></iframe>',
  '<a href="javascript:window.hit = 1">raw</a>',
  '[link](javascript:window.hit=1)',
  '[link](JaVaScRiPt:window.hit=1)',
  '[link](java\nscript:window.hit=1)',
  '[link](&#106;avascript:window.hit=1)',
  '[link](data:text/html,<script>window.hit=1</script>)',
  '[link](vbscript:x)',
  '<javascript:window.hit=1>',
  '![picture](https://elsewhere.example/track.png)',
  '![x](javascript:window.hit=1)',
  '![x](data:image/svg+xml,<svg onload="window.hit=1">)',
  '[x]: javascript:window.hit=1\n[x]',
  '<style>body { display: none }</style>',
  '<form action="https://elsewhere.example"><input name="a"></form>',
];

describe('notes that want to run or load something', () => {
  it.each(HARMFUL)('are only text or a safe link: %s', async (text) => {
    const { container } = await draw(<NotesView text={`before\n\n${text}\n\nafter`} />);
    await screen.findByText('after');
    for (const name of ['script', 'img', 'svg', 'iframe', 'style', 'form', 'object', 'link'])
      expect(container.querySelector(`[data-testid="notes"] ${name}`)).toBeNull();
    for (const element of container.querySelectorAll('[data-testid="notes"] *'))
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on/u);
        expect(value).not.toMatch(/^\s*(javascript|vbscript|data):/iu);
      }
    expect('hit' in window).toBe(false);
  });

  it('show an image as a link that opens elsewhere and tells nothing', async () => {
    await draw(<NotesView text="![the rack](https://elsewhere.example/rack.png)" />);
    const link = await screen.findByRole('link', { name: 'image: the rack' });
    expect(link.getAttribute('href')).toBe('https://elsewhere.example/rack.png');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer nofollow');
    expect(link.getAttribute('target')).toBe('_blank');
  });

  it('have tables, tasks and headings below those of the page', async () => {
    await draw(<NotesView text={'# Title\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n- [x] measured\n'} />);
    expect((await screen.findByRole('heading', { name: 'Title' })).tagName).toBe('H3');
    expect(screen.getByRole('cell', { name: '2' })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'done' })).toHaveProperty('checked', true);
  });
});

const ADA = { id: 'a', login: 'ada', name: 'Ada' };
const BOB = { id: 'b', login: 'bob', name: 'Bob' };

interface Server {
  notes: string;
  notes_version: number;
}

async function open(server: Server, save = vi.fn()) {
  const reload = () => Promise.resolve({ ...server });
  const kept = { author: ADA, at: new Date().toISOString(), mentions: [BOB] };
  const view = await draw(
    <NotesCard of="experiment" id="x" {...server} {...kept} save={save} reload={reload} />,
  );
  return { ...view, save };
}

const write = (text: string) =>
  fireEvent.change(screen.getByLabelText('Notes in Markdown'), { target: { value: text } });

describe('people in notes', () => {
  it('shows who wrote them and whom they mention', async () => {
    await open({ notes: 'for @bob', notes_version: 1 });
    expect((await screen.findByText(/^written/u)).textContent).toMatch(/by Ada, mentions Bob$/u);
  });

  it.each([
    ['ask @bob.', ['@bob']],
    ['**@Bob** and @bob@team, @bob', ['@Bob', '@bob@team', '@bob']],
    ['@eve, me@bob and `location @bob`', []],
    ['[of @bob](https://elsewhere.example)', []],
    ['```\n@bob\n```', []],
  ])('leads from a name to what its person made: %s', async (text, links) => {
    await draw(
      <NotesView text={`before\n\n${text}`} mentions={[BOB, { id: 't', login: 'bob@team', name: 'Bob' }]} />,
    );
    await screen.findByText('before');
    const found = screen.queryAllByRole('link').filter((link) => link.getAttribute('target') === null);
    expect(found.map((link) => link.textContent)).toEqual(links);
    expect(found.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('q'))).toEqual(
      links.map((link) => `by:${link.slice(1).toLowerCase()}`),
    );
  });
});

describe('the editor of notes', () => {
  it('is one button while there are none, and saves what is written', async () => {
    const { save } = await open({ notes: '', notes_version: 0 });
    fireEvent.click(await screen.findByRole('button', { name: 'Add notes' }));
    write('**bold**');
    fireEvent.click(screen.getByText('Preview'));
    expect((await screen.findByText('bold')).tagName).toBe('STRONG');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledWith('**bold**', 0));
    await waitFor(() => expect(sessionStorage.getItem('dyno.notes.experiment.x')).toBeNull());
  });

  it('keeps a draft over a reload', async () => {
    await open({ notes: 'old', notes_version: 3 });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    write('half a sen');
    cleanup();
    const { save } = await open({ notes: 'newer', notes_version: 4 });
    expect(await screen.findByDisplayValue('half a sen')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalledWith('half a sen', 3)); // so that a conflict is seen
  });

  it('shows both when somebody else was faster, and overwrites only when asked to', async () => {
    const server = { notes: 'old', notes_version: 1 };
    const save = vi.fn((_: string, version: number) => {
      if (version !== server.notes_version) return Promise.reject(new ApiError(409, 'Conflict', 'newer'));
      return Promise.resolve();
    });
    await open(server, save);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    write('mine');
    Object.assign(server, { notes: 'theirs', notes_version: 2 });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    const theirs = await screen.findByRole('region', { name: 'Their notes' });
    expect(within(theirs).getByText('theirs')).toBeTruthy();
    expect(screen.getByDisplayValue('mine')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save mine in place of theirs' }));
    await waitFor(() => expect(save).toHaveBeenLastCalledWith('mine', 2));
  });

  it('keeps the text when saving fails', async () => {
    const save = vi.fn(() => Promise.reject(new ApiError(0, 'The server cannot be reached', '')));
    await open({ notes: '', notes_version: 0 }, save);
    fireEvent.click(await screen.findByRole('button', { name: 'Add notes' }));
    write('precious');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/your text is kept here/)).toBeTruthy();
    expect(screen.getByDisplayValue('precious')).toBeTruthy();
  });
});
