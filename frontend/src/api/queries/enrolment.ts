import { api, readQuery, unwrap } from '../client';
import type { TokenIn } from '../types';

// Below `hosts`: what makes the list of hosts stale makes these stale as well.

/** Enrolment tokens that are still good, or were used within the last hour. */
export const tokensQuery = readQuery(['hosts', 'enrolment-tokens'], '/api/v1/enrolment-tokens');

export const waitingAgentsQuery = readQuery(['hosts', 'waiting-agents'], '/api/v1/waiting-agents');

/** The answer holds the secret, this once. */
export const makeToken = (body: TokenIn) => unwrap(api.POST('/api/v1/enrolment-tokens', { body }));

export const revokeToken = (id: string) =>
  unwrap(api.DELETE('/api/v1/enrolment-tokens/{token_id}', { params: { path: { token_id: id } } }));

/** Lets a waiting agent in, or tells it no. */
export const answerAgent = (id: string, answer: 'approve' | 'refuse') =>
  unwrap(api.POST(`/api/v1/waiting-agents/{request_id}/${answer}`, { params: { path: { request_id: id } } }));

/** Whether machines elsewhere can reach this dashboard, and what they would install. */
export const reachQuery = readQuery(['reach'], '/api/v1/reach');
