import { useQuery } from '@tanstack/react-query';

import { toolsQuery } from '@/api/queries/tools';
import type { Host, ToolInfo } from '@/api/types';

/** What is known of a tool; undefined while the list is not here. */
export function useTool(name: ToolInfo['name']): ToolInfo | undefined {
  const { data } = useQuery(toolsQuery);
  return data?.find((tool) => tool.name === name);
}

interface Installed {
  words: string;
  missing: boolean;
}

/** Whether a load host has a tool, in words; nothing while the host is not known. */
export function installedOn(host: Host | undefined, tool: ToolInfo['name']): Installed | undefined {
  if (!host) return undefined;
  const version = host.facts.tools?.[tool];
  return version === undefined
    ? { words: `not installed on ${host.name}`, missing: true }
    : { words: `${version || 'installed'} on ${host.name}`, missing: false };
}
