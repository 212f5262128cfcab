import { Radio, SimpleGrid, Stack, Switch, Text } from '@mantine/core';

import { Section } from '@/components/ui/layout/section';
import { DocsLink } from '@/components/ui/navigation/docs-link';

import { useEditor } from '../draft/editor-context';
import type { CeilingSpec } from '../draft/definition';
import { FIRST_SEARCH, isSearch, setCeiling, setKind } from '../edits/load-edits';
import { NumberField } from '../fields/number-field';
import { messageAt } from '../draft/problems';

/** What the load is for: to compare variants at one load, or to find how much of it they can take. */
export function KindCard() {
  const { definition, edit, problems } = useEditor();
  const wrong = messageAt(problems, 'kind', 'ceiling');
  return (
    <Section
      title="Question"
      id="kind"
      caption={<DocsLink topic="ceiling">How a search finds the ceiling</DocsLink>}
    >
      <Stack gap="md">
        <Radio.Group
          aria-label="Question"
          value={definition.kind ?? 'compare'}
          onChange={(kind) => edit((old) => setKind(old, kind as 'compare'))}
        >
          <Stack gap="sm">
            <Radio
              value="compare"
              label="Compare at fixed load"
              description="Every variant is measured several times under the same load; the answer is the change against the baseline."
            />
            <Radio
              value="ceiling"
              label="Find the largest clean number of connections"
              description="Each run doubles its connections until requests fail, then halves the gap between the last number that passes and the first that fails."
            />
          </Stack>
        </Radio.Group>
        {isSearch(definition) && <Range />}
        {wrong && (
          <Text fz="sm" c="var(--dyno-danger)" role="alert">
            {wrong}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function Range() {
  const { definition, edit, problems } = useEditor();
  const { from, to, resolution, confirm } = { ...FIRST_SEARCH, ...definition.ceiling };
  const set = (fields: CeilingSpec) => edit((old) => setCeiling(old, fields));
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
        <NumberField
          label="From"
          description="connections of the first probe"
          min={1}
          value={from}
          onChange={(value) => set({ from: value })}
          error={messageAt(problems, 'ceiling.from')}
        />
        <NumberField
          label="To"
          description="upper limit, at most 65535"
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
