import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
} from '@tanstack/react-router';

import { basePath, hasPage, isShared } from '@/api/share';
import { PageSkeleton } from '@/components/ui/feedback/loading';
import { dropSecondClick } from '@/components/ui/navigation/double-click';

import { RouteError } from './route-error';
import { Layout } from './layout';
import { NotFoundPage } from './not-found-page';
import { oldAddressRoutes } from './old-addresses';
import * as search from './search';
import { SharedHome } from './shared/home';
import { SharedLayout } from './shared/layout';

const root = createRootRoute({
  component: isShared ? SharedLayout : Layout,
  notFoundComponent: NotFoundPage,
  beforeLoad: ({ location }) => {
    if (isShared && location.pathname !== '/' && !hasPage(location.href)) throw notFound();
  },
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: isShared
    ? SharedHome
    : lazyRouteComponent(() => import('@/features/home/home-page'), 'HomePage'),
});

const newExperiment = createRoute({
  getParentRoute: () => root,
  path: '/new',
  validateSearch: search.newExperimentSearch,
  component: lazyRouteComponent(
    () => import('@/features/new-experiment/page/new-experiment-page'),
    'NewExperimentPage',
  ),
});

const experiments = createRoute({
  getParentRoute: () => root,
  path: '/experiments',
  validateSearch: search.experimentsSearch,
  component: lazyRouteComponent(
    () => import('@/features/experiment-list/experiments-page'),
    'ExperimentsPage',
  ),
});

const trend = createRoute({
  getParentRoute: () => root,
  path: '/experiments/trend',
  validateSearch: search.trendSearch,
  component: lazyRouteComponent(() => import('@/features/trend/trend-page'), 'TrendPage'),
});

const bisects = createRoute({
  getParentRoute: () => root,
  path: '/bisects',
  component: lazyRouteComponent(() => import('@/features/bisect/bisects-page'), 'BisectsPage'),
});

const bisect = createRoute({
  getParentRoute: () => root,
  path: '/bisects/$id',
  component: lazyRouteComponent(() => import('@/features/bisect/bisect-page'), 'BisectPage'),
});

const experiment = createRoute({
  getParentRoute: () => root,
  path: '/experiments/$id',
  validateSearch: search.experimentSearch,
  component: lazyRouteComponent(() => import('@/features/experiment/page/experiment-page'), 'ExperimentPage'),
});

const experimentReport = createRoute({
  getParentRoute: () => root,
  path: '/experiments/$id/report',
  validateSearch: search.reportSearch,
  component: lazyRouteComponent(
    () => import('@/features/report/experiment-report-page'),
    'ExperimentReportPage',
  ),
});

const comparisonReport = createRoute({
  getParentRoute: () => root,
  path: '/compare/report',
  validateSearch: search.compareSearch,
  component: lazyRouteComponent(
    () => import('@/features/report/comparison-report-page'),
    'ComparisonReportPage',
  ),
});

const savedReport = createRoute({
  getParentRoute: () => root,
  path: '/c/$id/report',
  validateSearch: search.reportSearch,
  component: lazyRouteComponent(() => import('@/features/report/comparison-report-page'), 'SavedReportPage'),
});

const run = createRoute({
  getParentRoute: () => root,
  path: '/runs/$id',
  validateSearch: search.runSearch,
  component: lazyRouteComponent(() => import('@/features/run/page/run-page'), 'RunPage'),
});

const compare = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  validateSearch: search.compareSearch,
  component: lazyRouteComponent(() => import('@/features/compare/page/compare-page'), 'ComparePage'),
});

const importing = createRoute({
  getParentRoute: () => root,
  path: '/experiments/import',
  component: lazyRouteComponent(() => import('@/features/import/import-page'), 'ImportPage'),
});

const savedComparison = createRoute({
  getParentRoute: () => root,
  path: '/c/$id',
  validateSearch: search.compareSearch,
  component: lazyRouteComponent(() => import('@/features/compare/page/compare-page'), 'SavedComparisonPage'),
});

const hosts = createRoute({
  getParentRoute: () => root,
  path: '/hosts',
  validateSearch: search.hostsSearch,
  component: lazyRouteComponent(() => import('@/features/hosts/hosts-page'), 'HostsPage'),
});

const queue = createRoute({
  getParentRoute: () => root,
  path: '/hosts/queue',
  component: lazyRouteComponent(() => import('@/features/hosts/queue/queue-page'), 'QueuePage'),
});

const shareLinks = createRoute({
  getParentRoute: () => root,
  path: '/share-links',
  component: lazyRouteComponent(() => import('@/features/share-links/share-links-page'), 'ShareLinksPage'),
});

const people = createRoute({
  getParentRoute: () => root,
  path: '/account/people',
  component: lazyRouteComponent(() => import('@/features/people/people-page'), 'PeoplePage'),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/account/audit',
  validateSearch: search.auditSearch,
  component: lazyRouteComponent(() => import('@/features/people/audit-page'), 'AuditPage'),
});

const notices = createRoute({
  getParentRoute: () => root,
  path: '/account/notices',
  component: lazyRouteComponent(() => import('@/features/people/notices-page'), 'NoticesPage'),
});

const account = createRoute({
  getParentRoute: () => root,
  path: '/account',
  component: lazyRouteComponent(() => import('@/features/account/account-page'), 'AccountPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    newExperiment,
    experiments,
    trend,
    bisects,
    bisect,
    experiment,
    experimentReport,
    run,
    compare,
    savedComparison,
    hosts,
    queue,
    importing,
    comparisonReport,
    savedReport,
    shareLinks,
    people,
    audit,
    notices,
    account,
    ...oldAddressRoutes(root),
  ]),
  basepath: basePath,
  parseSearch: search.parseSearch,
  stringifySearch: search.stringifySearch,
  defaultPreload: 'intent',
  defaultPendingMs: 200,
  defaultPendingComponent: PageSkeleton,
  defaultErrorComponent: RouteError,
  scrollRestoration: true,
});

router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) dropSecondClick();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
