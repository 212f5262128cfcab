import { queryOptions } from '@tanstack/react-query';

import { api, readQuery, unwrap } from '../client';
import type { components } from '../schema';
import { basePath, keepOpened, token } from '../share';

type Schemas = components['schemas'];
export type ShareLink = Schemas['ShareOut'];
type ShareWish = Partial<Schemas['ShareIn']> & Pick<Schemas['ShareIn'], 'kind'>;
/** What a link would open: an experiment, run or saved comparison by its id, or a view of Compare by its state. */
export type ShareSubject = Pick<ShareWish, 'kind' | 'id' | 'state' | 'as_report'>;

/** Opens the link in the address: its cookie, and what it shows. Goes on elsewhere where the cookie may not be. */
export const openedQuery = queryOptions({
  queryKey: ['opened', token],
  queryFn: async () => {
    const link = await unwrap(api.POST('/api/v1/shared', { body: { token: token ?? '' } }));
    if (link.url) {
      const { pathname, search } = window.location;
      window.location.replace(`${link.url}${pathname.slice(basePath.length)}${search}`);
      return new Promise<never>(() => {}); // until the browser has gone
    }
    return keepOpened(link);
  },
  staleTime: Infinity,
});

/** The links to one experiment, run or comparison; all of them without one. */
export const shareLinksQuery = (subject?: string) =>
  readQuery(['share-links', subject ?? ''], '/api/v1/share-links', { query: { subject } });

export const makeShareLink = (body: ShareWish) =>
  unwrap(api.POST('/api/v1/share-links', { body: body as Schemas['ShareIn'] }));

export const revokeShareLink = (id: string) =>
  unwrap(api.DELETE('/api/v1/share-links/{link_id}', { params: { path: { link_id: id } } }));
