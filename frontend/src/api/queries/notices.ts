import { queryOptions } from '@tanstack/react-query';

import { api, readQuery, unwrap } from '../client';
import { queryClient, renew } from '../query-client';
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

const renewBoth = <T>(change: Promise<T>) => renew(change, receiversQuery.queryKey, deliveriesQuery.queryKey);

const at = (id: string) => ({ params: { path: { receiver_id: id } } });

export const makeReceiver = (body: ReceiverIn) => renewBoth(unwrap(api.POST('/api/v1/receivers', { body })));

export const changeReceiver = (id: string, body: Schemas['ReceiverChange']) =>
  renewBoth(unwrap(api.PATCH('/api/v1/receivers/{receiver_id}', { ...at(id), body })));

export const deleteReceiver = (id: string) =>
  renewBoth(unwrap(api.DELETE('/api/v1/receivers/{receiver_id}', at(id))));

export const sendTest = (id: string) =>
  renewBoth(unwrap(api.POST('/api/v1/receivers/{receiver_id}/test', at(id))));

export const sendAgain = (id: string) =>
  renewBoth(
    unwrap(api.POST('/api/v1/deliveries/{delivery_id}/again', { params: { path: { delivery_id: id } } })),
  );

export async function changeOwnNotices(body: Schemas['OwnNotices']): Promise<void> {
  queryClient.setQueryData(ownNoticesQuery.queryKey, await unwrap(api.PUT('/api/v1/me/notices', { body })));
}
