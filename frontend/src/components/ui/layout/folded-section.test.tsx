import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { FoldedSection } from './folded-section';

const page = (
  <>
    <FoldedSection id="hosts" title="Hosts" subtitle="CPU and network" params={['series']}>
      content of hosts
    </FoldedSection>
    <FoldedSection id="method" title="Method">
      content of method
    </FoldedSection>
  </>
);
const button = (name: RegExp) => screen.getByRole('button', { name });
const isShown = (name: string) => screen.queryByText(`content of ${name}`) !== null;

beforeEach(() => localStorage.clear());

it('is a title and one line until it is opened, and what is open is in the address', async () => {
  const { router } = await draw(page, '/?metric=p99');
  expect(isShown('hosts')).toBe(false);
  expect(button(/Hosts CPU and network/).getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button(/Hosts/));
  await screen.findByText('content of hosts');
  fireEvent.click(button(/Method/));
  await screen.findByText('content of method');
  expect(router.state.location.searchStr).toBe('?metric=p99&open=hosts%2Cmethod');
  fireEvent.click(button(/Hosts/));
  await vi.waitFor(() => expect(isShown('hosts')).toBe(false));
  fireEvent.click(button(/Method/));
  await vi.waitFor(() => expect(router.state.location.searchStr).toBe('?metric=p99&open=-'));
});

it('opens what the person had open last, unless the address says', async () => {
  const first = await draw(page);
  fireEvent.click(button(/Method/));
  await screen.findByText('content of method');
  first.unmount();
  const second = await draw(page);
  expect([isShown('hosts'), isShown('method')]).toEqual([false, true]);
  second.unmount();
  await draw(page, '/?open=hosts');
  expect([isShown('hosts'), isShown('method')]).toEqual([true, false]);
});

it('is open where a link leads to it or to a choice in it, and stays so when another opens', async () => {
  const linked = await draw(page, '/#method');
  expect([isShown('hosts'), isShown('method')]).toEqual([false, true]);
  linked.unmount();
  const { router } = await draw(page, '/?series=nginx');
  expect([isShown('hosts'), isShown('method')]).toEqual([true, false]);
  fireEvent.click(button(/Method/));
  await vi.waitFor(() => expect(router.state.location.searchStr).toBe('?series=nginx&open=hosts%2Cmethod'));
});
