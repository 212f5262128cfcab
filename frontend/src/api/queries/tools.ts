import { readQuery } from '../client';

/** The load tools: what each can do, and where its figures end. */
export const toolsQuery = readQuery(['tools'], '/api/v1/tools', {}, { staleTime: Infinity });
