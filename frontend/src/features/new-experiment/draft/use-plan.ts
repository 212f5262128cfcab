import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import type { FieldError } from '@/api/errors';
import { planQuery } from '@/api/queries/experiments';
import type { ExperimentIn, Plan } from '@/api/types';

export interface Planned {
  /** The answer to what is on the page now, or the one before while that is awaited. */
  plan?: Plan;
  /** The last plan with runs: what is drawn while something is wrong. */
  good?: Plan;
  problems: FieldError[];
  /** The answer belongs to what is on the page. */
  isSettled: boolean;
  /** The request itself failed. */
  failure: unknown;
  retry: () => void;
}

const PAUSE = 300; // ms without typing before the server is asked

const problemsOf = (plan?: Plan): FieldError[] =>
  (plan?.errors ?? []).map(({ place, message, label, line, column }) => ({
    place,
    message,
    label,
    ...(line != null && { line }),
    ...(column != null && { column }),
  }));

/**
 * What a launch of this body would do, asked again when typing pauses. `body` is compared by identity; `see` is the
 * change that the plan should show, as a share.
 */
export function usePlan(body: ExperimentIn | undefined, see?: number): Planned {
  const [debouncedBody] = useDebouncedValue(body, PAUSE);
  const [debouncedSee] = useDebouncedValue(see, PAUSE);
  const [good, setGood] = useState<Plan>();
  const query = useQuery({
    ...planQuery(debouncedBody ?? { form: 'quick' }, debouncedSee),
    enabled: debouncedBody !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  });
  const plan = query.data;
  const isSettled =
    query.isSuccess && !query.isPlaceholderData && debouncedBody === body && debouncedSee === see;
  if (plan?.runs?.length && plan !== good) setGood(plan);
  const [problems, setProblems] = useState<{ of?: Plan; list: FieldError[] }>({ list: [] });
  if (problems.of !== plan) setProblems({ of: plan, list: problemsOf(plan) });
  return {
    plan,
    good,
    problems: problems.list,
    isSettled,
    failure: query.isError ? query.error : undefined,
    retry: () => void query.refetch(),
  };
}
