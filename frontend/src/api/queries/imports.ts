import { queryOptions } from '@tanstack/react-query';

import { api, readQuery, unwrap } from '../client';
import type { ImportIn, PreviewIn } from '../types';

interface Given {
  id: string;
  name: string;
  text: string;
}

/**
 * What texts hold and the import that they suggest, with the texts that were asked about. Nothing is stored.
 * `version` stands for the texts in the key, because they may be large.
 */
export const previewQuery = <T extends Given>(
  texts: readonly T[],
  tables: PreviewIn['tables'],
  together: PreviewIn['together'],
  version: string,
) =>
  queryOptions({
    queryKey: ['imports', 'preview', version, tables, together],
    queryFn: async ({ signal }) => {
      const body = { texts: texts.map(({ name, text }) => ({ name, text })), tables, together };
      return { texts, preview: await unwrap(api.POST('/api/v1/imports/preview', { body, signal })) };
    },
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });

/** Which settings will be kept as knobs. */
export const settingsQuery = (settings: Record<string, string>) =>
  queryOptions({
    queryKey: ['imports', 'settings', settings],
    queryFn: ({ signal }) => unwrap(api.POST('/api/v1/imports/settings', { body: { settings }, signal })),
    staleTime: Infinity,
  });

export const saveImport = (body: ImportIn) => unwrap(api.POST('/api/v1/imports', { body }));

/** The example result: made when it is opened first. */
export const openExample = () => unwrap(api.POST('/api/v1/imports/example'));

/** The texts that an experiment was imported from. */
export const textsQuery = (id: string) =>
  readQuery(
    ['experiments', id, 'texts'],
    '/api/v1/experiments/{experiment_id}/texts',
    { path: { experiment_id: id } },
    { staleTime: Infinity },
  );

export const textAddress = (id: string, number: number) => `/api/v1/experiments/${id}/texts/${number}`;

/** One of them, whole. */
export const textQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: ['experiments', id, 'texts', number],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/api/v1/experiments/{experiment_id}/texts/{number}', {
          params: { path: { experiment_id: id, number } },
          parseAs: 'text',
          signal,
        }),
      ) as Promise<string>,
    staleTime: Infinity,
  });
