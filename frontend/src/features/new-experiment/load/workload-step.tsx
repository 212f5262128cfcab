import { Stack } from '@mantine/core';

import { FieldProblem } from '../fields/field-problem';
import { useEditor } from '../draft/editor-context';
import { messageAt } from '../draft/problems';
import { isSearch } from '../edits/load-edits';

import { KindCard } from './kind-card';
import { MoreSettings } from './more-settings';
import { WorkloadCard } from './workload-card';

/** The load to apply: the five fields that everybody sets; what else there is stays folded. */
export function WorkloadStep() {
  const { definition, problems } = useEditor();
  const problem = messageAt(problems, 'workloads');
  return (
    <Stack gap="md">
      {isSearch(definition) && <KindCard />}
      {definition.workloads.map((workload, index) => (
        <WorkloadCard key={index} workload={workload} index={index} />
      ))}
      <FieldProblem text={problem} />
      <MoreSettings />
    </Stack>
  );
}
