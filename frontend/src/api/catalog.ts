import { DEFAULT_TOOL as defaultTool, METRICS as metrics, TOOLS as tools } from './catalog.json';
import type { components } from './schema';
import type { Metric, ToolInfo } from './types';

export { ALL_READABLE_TOOLS, ANY_READABLE_TOOL, ANY_TOOL, MAIN_METRIC } from './catalog.json';

/** What words need of a tool before the API has answered. */
export type ToolFacts = Pick<
  ToolInfo,
  'name' | 'label' | 'ends_by' | 'threads' | 'open_loop' | 'timeout' | 'no_percentile' | 'invents' | 'example'
>;
/** All from agents/catalog, by “npm run types”. */
export const METRICS = metrics as Metric[];
export const TOOLS = tools as ToolFacts[];
export const DEFAULT_TOOL = defaultTool as components['schemas']['Workload']['tool'];
