import { DEFAULT_TOOL, type ToolFacts, TOOLS } from '@/api/catalog';

export { ALL_READABLE_TOOLS, ANY_READABLE_TOOL, ANY_TOOL, DEFAULT_TOOL, TOOLS } from '@/api/catalog';

/** The tool of a workload; one that leaves it out has the default one. */
export const toolNamed = (name: string = DEFAULT_TOOL): ToolFacts | undefined =>
  TOOLS.find((tool) => tool.name === name);

/** Whether nothing else can end a run of the tool. */
export const endsOnlyBy = (tool: ToolFacts | undefined, end: ToolFacts['ends_by'][number]) =>
  tool?.ends_by.length === 1 && tool.ends_by[0] === end;
