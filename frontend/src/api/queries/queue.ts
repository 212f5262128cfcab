import { api, readQuery, unwrap } from '../client';
import type { Move } from '../types';

/** Of each testbed, who uses it, who waits for it, and when they are expected to start. */
export const queueQuery = readQuery(['queue'], '/api/v1/queue');

/** Another place in line; the answer are all queues as they are then. */
export const moveInQueue = (id: string, body: Move) =>
  unwrap(api.POST('/api/v1/queue/{experiment_id}/move', { params: { path: { experiment_id: id } }, body }));
