import { Anchor, Box, List, Popover, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { toolsQuery } from '@/api/queries/tools';
import type { Run } from '@/api/types';
import { Coded } from '@/components/ui/code/coded';
import { DocsLink } from '@/components/ui/navigation/docs-link';

/** What to know of the load tool before its figures are read; its place is kept until they are here. */
export function AboutFigures({ run }: { run: Run }) {
  const { data } = useQuery(toolsQuery);
  const tool = data?.find(({ name }) => name === run.workload.tool);
  if (!tool) return <Box w={124} />;
  const version = run.trials.find((trial) => trial.tool_version)?.tool_version ?? '';
  const toolText = version.startsWith(tool.label) ? version : `${tool.label} ${version}`.trim();
  return (
    <Popover width={420} position="bottom-end" withArrow shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Anchor component="button" type="button" inherit underline="always">
          About these figures
        </Anchor>
      </Popover.Target>
      <Popover.Dropdown aria-label="About these figures" maw="calc(100vw - 32px)">
        <Stack gap="xs">
          <Text fz="sm" fw={600} c="var(--dyno-ink)">
            Measured by {toolText}, over {tool.http}
          </Text>
          <Text fz="sm">Percentiles: {tool.percentiles}.</Text>
          <List fz="sm" spacing={4}>
            {tool.figures.map((note) => (
              <List.Item key={note}>
                <Coded text={note} />
              </List.Item>
            ))}
          </List>
          <Text fz="sm">
            <DocsLink topic="loadTools">The load tools compared</DocsLink>
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
