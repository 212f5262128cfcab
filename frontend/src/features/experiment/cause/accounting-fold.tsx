import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { accountingQuery } from '@/api/queries/experiments';
import type { Accounting, Experiment } from '@/api/types';
import { AccountingTable } from '@/components/domain/accounting-table';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ChartSkeleton } from '@/components/ui/feedback/loading';
import { FoldedSection } from '@/components/ui/layout/folded-section';

import type { Scope } from '../view/scope';

interface AccountingFoldProps {
  experiment: Experiment;
  scope: Scope;
  /** Of the run of the headline. */
  accounting: Accounting;
}

/** Below the sentence: where the time of a request goes, of the headline's run or of another variant. */
export function AccountingFold({ experiment, scope, accounting }: AccountingFoldProps) {
  const headlineId = experiment.headline?.run_id ?? '';
  const [chosenId, choose] = useState(headlineId);
  const candidates = scope.runs.filter((run) => !run.is_baseline && !run.deleted);
  const isOther = chosenId !== headlineId && candidates.some(({ id }) => id === chosenId);
  const otherQuery = useQuery({ ...accountingQuery(experiment.id, chosenId), enabled: isOther });
  const shownAccounting = isOther ? otherQuery.data : accounting;
  return (
    <FoldedSection id="accounting" title={accounting.title}>
      {candidates.length > 1 && (
        <NativeSelect
          size="xs"
          w="fit-content"
          mt="xs"
          aria-label="Variant whose time is shown"
          value={isOther ? chosenId : headlineId}
          data={candidates.map(({ id, variant }) => ({ value: id, label: variant }))}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      )}
      {isOther && otherQuery.isPending && <ChartSkeleton />}
      {isOther && otherQuery.isError && (
        <ErrorState
          error={otherQuery.error}
          failedPart="the accounting"
          onRetry={() => void otherQuery.refetch()}
        />
      )}
      {shownAccounting && <AccountingTable accounting={shownAccounting} />}
    </FoldedSection>
  );
}
