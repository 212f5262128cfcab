import { queryOptions } from '@tanstack/react-query';

import { api, readQuery, unwrap } from '../client';
import { queryClient } from '../query-client';
import type { components } from '../schema';

type Schemas = components['schemas'];
export type Receiver = Schemas['ReceiverOut'];
export type ReceiverIn = Schemas['ReceiverIn'];
export type ReceiverKind = ReceiverIn['kinds'][number];
export type OwnNotices = Schemas['OwnNotices'];
export type Delivery = Schemas['DeliveryOut'];

export const receiversQuery = readQuery(['receivers'], '/api/v1/receivers');

/** What was sent and what waits; asked again soon while the end of a first try is not known. */
export const deliveriesQuery = queryOptions({
  queryKey: ['deliveries'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/deliveries', { signal })),
  refetchInterval: ({ state }) =>
    state.data?.some((delivery) => delivery.state === 'waiting' && delivery.outcome === '') ? 1_000 : 15_000,
});

export const ownNoticesQuery = readQuery(['me', 'notices'], '/api/v1/me/notices');

const renew = () =>
  Promise.all(
    [receiversQuery, deliveriesQuery].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
  );

const at = (id: string) => ({ params: { path: { receiver_id: id } } });

export async function makeReceiver(body: ReceiverIn) {
  const receiver = await unwrap(api.POST('/api/v1/receivers', { body }));
  await renew();
  return receiver;
}

export async function changeReceiver(id: string, body: Schemas['ReceiverChange']): Promise<void> {
  await unwrap(api.PATCH('/api/v1/receivers/{receiver_id}', { ...at(id), body }));
  await renew();
}

export async function deleteReceiver(id: string): Promise<void> {
  await unwrap(api.DELETE('/api/v1/receivers/{receiver_id}', at(id)));
  await renew();
}

export async function sendTest(id: string): Promise<void> {
  await unwrap(api.POST('/api/v1/receivers/{receiver_id}/test', at(id)));
  await renew();
}

export async function sendAgain(id: string): Promise<void> {
  await unwrap(api.POST('/api/v1/deliveries/{delivery_id}/again', { params: { path: { delivery_id: id } } }));
  await renew();
}

export async function changeOwnNotices(body: Schemas['OwnNotices']): Promise<void> {
  queryClient.setQueryData(ownNoticesQuery.queryKey, await unwrap(api.PUT('/api/v1/me/notices', { body })));
}
