import type { RegisteredRouter, RouteById } from '@tanstack/react-router';

/** What the address of this page keeps. */
export type ExperimentSearch = RouteById<
  RegisteredRouter['routeTree'],
  '/experiments/$id'
>['types']['fullSearchSchema'];
