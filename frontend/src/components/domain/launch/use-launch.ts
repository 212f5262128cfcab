import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';

import { ApiError, isAway, mayBeDone } from '@/api/errors';
import { launchExperiment } from '@/api/queries/experiments';
import type { ExperimentIn } from '@/api/types';

/** Launches an experiment and goes to it. The same launched again after its answer was lost is no second one. */
export function useLaunch(onLaunched?: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const last = useRef({ text: '', key: '', isInDoubt: false });
  return useMutation({
    mutationFn: async (body: ExperimentIn) => {
      const text = JSON.stringify(body);
      if (last.current.text !== text) last.current = { text, key: newKey(), isInDoubt: false };
      try {
        return await launchExperiment(body, last.current.key);
      } catch (error) {
        last.current.isInDoubt ||= mayBeDone(error);
        throw last.current.isInDoubt ? inDoubt(error) : error;
      }
    },
    onSuccess: async (experiment) => {
      last.current = { text: '', key: '', isInDoubt: false };
      client.setQueryData(['experiments', experiment.id], experiment);
      void client.invalidateQueries({ queryKey: ['experiments', 'list'] });
      void client.invalidateQueries({ queryKey: ['testbeds'] });
      await navigate({ to: '/experiments/$id', params: { id: experiment.id } });
      onLaunched?.();
    },
  });
}

/** A server that is away says nothing of an earlier attempt, which it may have done: then its code goes. */
const inDoubt = (error: unknown) =>
  error instanceof ApiError && isAway(error.status)
    ? new ApiError(error.status, error.title, error.detail, error.errors)
    : error;

/** 128 random bits; `crypto.randomUUID` is missing on plain HTTP. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
