import { readQuery } from '../client';

const EVERY_MS = 15_000;

/** What is wrong with Dynoboard itself. Asked now and then: where Redis is away, no event tells of it. */
export const healthQuery = readQuery(['health'], '/api/v1/health', {}, { refetchInterval: EVERY_MS });
