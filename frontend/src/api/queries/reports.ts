import { queryOptions } from '@tanstack/react-query';

import { api, readQuery, unwrap } from '../client';
import type { Report } from '../types';

/** An experiment told like a write-up, by one metric. */
export const reportQuery = (id: string, metric?: string) =>
  readQuery(['experiments', id, 'report', metric ?? ''], '/api/v1/experiments/{experiment_id}/report', {
    path: { experiment_id: id },
    query: { metric },
  });

/** A comparison told like a write-up; `state` is the query of its page: “?a=…&b=…”. */
export const comparedReportQuery = (state: string) =>
  queryOptions({
    queryKey: ['compare', 'report', state],
    queryFn: ({ signal }) => {
      const query = Object.fromEntries(new URLSearchParams(state));
      // the query is the page's own, which the schema does not spell out
      const init = { params: { query }, signal } as never;
      return unwrap(api.GET('/api/v1/compare/report', init)) as Promise<Report>;
    },
  });

/** A saved comparison told like a write-up. */
export const savedReportQuery = (id: string, metric?: string) =>
  readQuery(['comparisons', id, 'report', metric ?? ''], '/api/v1/comparisons/{comparison_id}/report', {
    path: { comparison_id: id },
    query: { metric },
  });
