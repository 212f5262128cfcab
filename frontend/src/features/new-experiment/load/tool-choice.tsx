import { Group, List, Radio, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { toolsQuery } from '@/api/queries/tools';
import type { ToolInfo } from '@/api/types';
import { Coded } from '@/components/ui/code/coded';
import { QueryState } from '@/components/ui/feedback/query-state';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Muted, Subhead } from '@/components/ui/labels/texts';

import { RadioCard } from '../fields/radio-card';
import { FieldProblem } from '../fields/field-problem';
import classes from '../draft/new-experiment.module.css';
import { useTestbedHosts } from '../draft/use-hosts';

import { rangeWords } from './tool-switch';
import { installedOn } from './use-tools';

interface ToolChoiceProps {
  value: ToolInfo['name'];
  onChange: (tool: ToolInfo) => void;
  error?: string;
}

/** Which tool generates the load: what each is, whether the load host has it, and what the chosen one can do. */
export function ToolChoice({ value, onChange, error }: ToolChoiceProps) {
  const tools = useQuery(toolsQuery);
  if (!tools.isSuccess)
    return <QueryState query={tools} failedPart="the load tools" skeleton={<ToolsSkeleton />} />;
  const chosenTool = tools.data.find(({ name }) => name === value);
  return (
    <Stack gap="sm">
      <Radio.Group
        label="Load tool"
        value={chosenTool?.name ?? null}
        onChange={(name) => {
          const tool = tools.data.find((candidate) => candidate.name === name);
          if (tool) onChange(tool);
        }}
      >
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm" mt={6}>
          {tools.data.map((tool) => (
            <ToolCard key={tool.name} tool={tool} />
          ))}
        </SimpleGrid>
        <FieldProblem text={error} mt={6} />
      </Radio.Group>
      {chosenTool && <Limits tool={chosenTool} />}
      <Text fz="sm">
        <DocsLink topic="loadTools">The load tools compared</DocsLink>
      </Text>
    </Stack>
  );
}

/** As high as the tools and what the chosen one can do: the fields below stay where they are. */
const ToolsSkeleton = () => (
  <Stack gap="sm" aria-hidden>
    <Skeleton h={20} w={80} />
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
      {Array.from({ length: 5 }, (_, n) => (
        <Skeleton key={n} h={60} />
      ))}
    </SimpleGrid>
    <Skeleton h={{ base: 102, sm: 95 }} />
  </Stack>
);

function ToolCard({ tool }: { tool: ToolInfo }) {
  const hostOf = useTestbedHosts();
  const installation = installedOn(hostOf('load'), tool.name);
  return (
    <RadioCard
      value={tool.name}
      className={classes.tool}
      aria-label={[tool.label, installation?.words].filter(Boolean).join(', ')}
    >
      <Group gap="sm" wrap="nowrap" align="start">
        <Radio.Indicator size="xs" mt={2} />
        <div style={{ minWidth: 0 }}>
          <Subhead>{tool.label}</Subhead>
          <Text fz="xs" c={installation?.missing ? 'var(--dyno-danger)' : 'dimmed'}>
            {installation?.words ?? '\u00a0'}
          </Text>
        </div>
      </Group>
    </RadioCard>
  );
}

const endWords = ({ ends_by: ends }: ToolInfo) =>
  `Ends by ${ends.map((end) => (end === 'duration' ? 'time' : 'a number of requests')).join(' or by ')}`;

/** What the tool is, what it can do, and where its figures end. */
function Limits({ tool }: { tool: ToolInfo }) {
  const able = [endWords(tool), rangeWords(tool.threads), tool.http, tool.tls ? 'TLS' : 'no TLS'];
  return (
    <div>
      <Text fz="sm">{tool.text}</Text>
      <Muted>{able.join(' · ')}</Muted>
      <details>
        <Text component="summary" fz="sm" style={{ cursor: 'pointer' }}>
          What its figures mean, and its limits
        </Text>
        <Muted mt={4}>Percentiles: {tool.percentiles}.</Muted>
        <List fz="sm" c="dimmed" mt={6} spacing={2} aria-label={`Limits of ${tool.label}`}>
          {[...tool.figures, ...tool.notes].map((note) => (
            <List.Item key={note}>
              <Coded text={note} />
            </List.Item>
          ))}
        </List>
      </details>
    </div>
  );
}
