import { readQuery } from '../client';

/** The version of the Dynoboard that answers. */
export const versionQuery = readQuery(['version'], '/api/v1/version', {}, { staleTime: Infinity });
