import { useQuery } from '@tanstack/react-query';
import { Radio, SimpleGrid, Stack, Switch } from '@mantine/core';

import { toolsQuery } from '@/api/queries/tools';
import type { ToolInfo } from '@/api/types';
import { NumberField } from '@/components/ui/dialogs/number-field';
import { Section } from '@/components/ui/layout/section';
import { DocsLink } from '@/components/ui/navigation/docs-link';

import { FieldProblem } from '../fields/field-problem';
import { useEditor } from '../draft/editor-context';
import type { CeilingSpec, Definition } from '../draft/definition';
import {
  FIRST_SEARCH,
  isSearch,
  limitOf,
  millisecondsOf,
  type Question,
  questionOf,
  setCeiling,
  setQuestion,
} from '../edits/load-edits';
import { messageAt } from '../draft/problems';

import { switchTool } from './tool-switch';

/** What the load is for: to compare variants at one load, or to find how much of it they can take. */
export function KindCard() {
  const { definition, edit, problems } = useEditor();
  const openLoopTool = useQuery(toolsQuery).data?.find((tool) => tool.open_loop);
  const ask = (question: Question) =>
    edit((old) => {
      const next = setQuestion(old, question);
      return question === 'rate' && openLoopTool ? withTool(next, openLoopTool) : next;
    });
  const wrong = messageAt(problems, 'kind', 'ceiling', 'ceiling.of');
  return (
    <Section
      title="Question"
      id="kind"
      caption={<DocsLink topic="ceiling">How a search finds the ceiling</DocsLink>}
    >
      <Stack gap="md">
        <Radio.Group
          aria-label="Question"
          value={questionOf(definition)}
          onChange={(question) => ask(question as Question)}
        >
          <Stack gap="sm">
            <Radio
              value="compare"
              label="Compare at fixed load"
              description="Every variant is measured several times under the same load; the answer is the change against the baseline."
            />
            <Radio
              value="connections"
              label="Find the largest clean number of connections"
              description="Each run doubles its connections until requests fail, then halves the gap between the last number that passes and the first that fails."
            />
            <Radio
              value="rate"
              label="Find the largest rate within a latency limit"
              description="The same over requests per second, sent on schedule. A probe also fails where its p99 is above the limit or the server does not keep up."
            />
          </Stack>
        </Radio.Group>
        {isSearch(definition) && <Range />}
        <FieldProblem text={wrong} />
      </Stack>
    </Section>
  );
}

/** The same loads by a tool that keeps a rate. */
const withTool = (definition: Definition, tool: ToolInfo): Definition => ({
  ...definition,
  workloads: definition.workloads.map((workload) => switchTool(workload, tool).workload),
});

function Range() {
  const { definition, edit, problems } = useEditor();
  const { of, from, to, resolution, confirm, latency } = { ...FIRST_SEARCH, ...definition.ceiling };
  const set = (fields: CeilingSpec) => edit((old) => setCeiling(old, fields));
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: of === 'rate' ? 4 : 3 }} spacing="md">
        {of === 'rate' && (
          <NumberField
            label="p99 at most"
            description="empty: no limit"
            unit="ms"
            min={0}
            value={millisecondsOf(latency?.p99)}
            onChange={(value) => set({ latency: limitOf(value) })}
            error={messageAt(problems, 'ceiling.latency', 'ceiling.latency.p99')}
          />
        )}
        <NumberField
          label="From"
          description={of === 'rate' ? 'requests/s of the first probe' : 'connections of the first probe'}
          min={1}
          value={from}
          onChange={(value) => set({ from: value })}
          error={messageAt(problems, 'ceiling.from')}
        />
        <NumberField
          label="To"
          description={of === 'rate' ? 'upper limit' : 'upper limit, at most 65535'}
          min={1}
          value={to}
          onChange={(value) => set({ to: value })}
          error={messageAt(problems, 'ceiling.to')}
        />
        <NumberField
          label="Resolution"
          description="widest gap that is an answer"
          min={1}
          value={resolution}
          onChange={(value) => set({ resolution: value })}
          error={messageAt(problems, 'ceiling.resolution')}
        />
      </SimpleGrid>
      <Switch
        label="Confirm"
        description="Last passing and first failing are measured once more; a contradiction is settled by a third probe."
        checked={confirm}
        onChange={(event) => set({ confirm: event.currentTarget.checked })}
        error={messageAt(problems, 'ceiling.confirm')}
      />
    </>
  );
}
