import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { checkQuery, startCheck } from '@/api/queries/experiments';
import type { ExperimentIn } from '@/api/types';

import type { Definition } from '../draft/definition';
import type { Checked } from '../draft/editor-context';
import type { Planned } from '../draft/use-plan';

import { refusalsOf } from './refusals';

/** What the host's own nginx says of every configuration; `wanted` asks it, what it said stays until a text changes. */
export function useCheck(
  planState: Planned,
  body: ExperimentIn,
  definition: Definition,
  isWanted: boolean,
): Checked {
  const plan = planState.plan?.runs?.length ? planState.plan : undefined;
  const texts = plan?.runs?.map(({ knobs, topology }) => [knobs, topology]);
  const startQuery = useQuery({
    queryKey: ['checks', 'start', body.testbed_id, texts],
    queryFn: () => startCheck(body),
    enabled: isWanted && planState.isSettled && plan !== undefined && planState.problems.length === 0,
    staleTime: Infinity,
    retry: false,
  });
  const check = useQuery({ ...checkQuery(startQuery.data?.id ?? ''), enabled: startQuery.isSuccess }).data;
  const refusals = useMemo(
    () => (check && plan ? refusalsOf(check, plan, definition) : []),
    [check, plan, definition],
  );
  return { check, checkError: startQuery.error, refusals };
}
