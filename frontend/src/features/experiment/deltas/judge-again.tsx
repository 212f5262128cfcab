import { Anchor } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';

import { judgeAgain } from '@/api/queries/experiments';
import { isShared } from '@/api/share';
import type { Experiment } from '@/api/types';
import { Needs } from '@/components/domain/needs';
import { isUnfinished } from '@/components/words/states';

/** Shows the verdicts of today's rules, and again those of the launch. What was shared stays. */
export function JudgeAgain({ experiment: { id, state, rules } }: { experiment: Experiment }) {
  const queryClient = useQueryClient();
  const judge = useMutation({
    mutationFn: (version: number) => judgeAgain(id, version),
    onSuccess: async (fresh) => {
      queryClient.setQueryData(['experiments', id], fresh);
      await queryClient.invalidateQueries({ queryKey: ['experiments'] });
    },
  });
  const otherVersion = rules.version === rules.today ? rules.launch : rules.today;
  if (isShared || isUnfinished(state) || otherVersion === rules.version) return null;
  const label =
    otherVersion === rules.today ? `Judge again by rules ${otherVersion}` : `Back to rules ${otherVersion}`;
  return (
    <Needs right="operator">
      <Anchor
        component="button"
        type="button"
        inherit
        disabled={judge.isPending}
        onClick={() => judge.mutate(otherVersion)}
        title="Links that were shared keep showing the verdicts that they had"
      >
        {label}
      </Anchor>
      {judge.error && ` ${judge.error.message}`}
    </Needs>
  );
}
