import type { LogWorkload } from '@/api/types';

import type { WorkloadSpec } from '../draft/definition';

/** The workload with the requests of a log; with the tool of the answer where its own cannot send a mix. */
export function withLog(
  workload: WorkloadSpec,
  { workload: answer }: LogWorkload,
  canMix: boolean,
): WorkloadSpec {
  const { mix, site, keepalive } = answer;
  const rest = withoutLog(workload);
  delete rest.path;
  if (!canMix) {
    rest.tool = answer.tool;
    delete rest.requests;
    rest.duration_s ??= answer.duration_s;
  }
  return { ...rest, mix, ...(site && site.length > 0 && { site }), keepalive };
}

/** The workload with one path in place of the requests of a log. */
export function withoutLog(workload: WorkloadSpec): WorkloadSpec {
  const rest = { ...workload };
  delete rest.mix;
  delete rest.site;
  return rest;
}
