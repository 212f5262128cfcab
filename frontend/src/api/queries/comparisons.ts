import { api, type QueryOf, readQuery, unwrap } from '../client';

/** Run ids of up to eight sides, or an experiment that is split by one of its factors. */
export type Selection = QueryOf<'/api/v1/compare'>;

export const compareQuery = (selection: Selection) =>
  readQuery(['compare', selection], '/api/v1/compare', { query: selection });

/** nginx.conf of any two runs. */
export const configsQuery = (a: string, b: string) =>
  readQuery(
    ['compare', 'configs', a, b],
    '/api/v1/compare/configs',
    { query: { a, b } },
    { staleTime: 60_000 },
  );

/** Comparisons that were saved under a name, the newest change first. */
export const savedComparisonsQuery = (filter: QueryOf<'/api/v1/comparisons'> = {}) =>
  readQuery(['comparisons', 'list', filter], '/api/v1/comparisons', { query: filter });

export const savedComparisonQuery = (id: string) =>
  readQuery(['comparisons', id], '/api/v1/comparisons/{comparison_id}', { path: { comparison_id: id } });

/** What of a comparison is saved: its parameters in the address. */
export type ComparisonState = Record<string, string>;

export const saveComparison = (body: { name: string; notes?: string; state: ComparisonState }) =>
  unwrap(api.POST('/api/v1/comparisons', { body: { ...body, notes: body.notes ?? '' } }));

interface Change {
  name?: string;
  notes?: string;
  notes_version?: number;
  state?: ComparisonState;
}

export const changeComparison = (id: string, body: Change) =>
  unwrap(api.PATCH('/api/v1/comparisons/{comparison_id}', { params: { path: { comparison_id: id } }, body }));

export const deleteComparison = (id: string) =>
  unwrap(api.DELETE('/api/v1/comparisons/{comparison_id}', { params: { path: { comparison_id: id } } }));
