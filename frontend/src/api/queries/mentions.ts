import { queryOptions } from '@tanstack/react-query';

import { api, unwrap } from '../client';
import { queryClient } from '../query-client';
import type { components } from '../schema';

export type Mention = components['schemas']['MentionOut'];

/** Notes that mention one and were not opened since; the newest first. */
export const mentionsQuery = queryOptions({
  queryKey: ['me', 'mentions'],
  queryFn: ({ signal }) => unwrap(api.GET('/api/v1/me/mentions', { signal })),
  retry: false,
});

/** Those of one experiment or comparison were read, or all of them. */
export async function readMentions(of?: string): Promise<void> {
  await unwrap(api.DELETE('/api/v1/me/mentions', { params: { query: { of } } }));
  await queryClient.invalidateQueries({ queryKey: mentionsQuery.queryKey });
}
