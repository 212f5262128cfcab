import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';

import { type Me, meQuery } from '@/api/queries/people';
import { parseSearch, stringifySearch } from '@/app/search';
import { theme } from '@/app/theme/theme';

/** Who may do everything; most tests are about what else a page does. */
export const ADMIN: Me = {
  account_id: 'ada',
  login: 'ada',
  name: 'Ada',
  role: 'admin',
  can_reach_hosts: true,
  came_from: 'session',
  has_password: false,
  has_provider: false,
  is_owners: true,
};

/** Draws a component with theme, queries and an address; resolves when the router is ready. */
export const draw = (content: ReactNode, address = '/', me = ADMIN) =>
  drawTree(createRootRoute({ component: () => content }), address, me);

/** Draws a page at its route, such as `/runs/$id`; every other address is an empty page. */
export function drawPage(content: ReactNode, path: string, address: string, me = ADMIN) {
  const root = createRootRoute();
  const page = createRoute({ getParentRoute: () => root, path, component: () => content });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/$', component: () => null });
  return drawTree(root.addChildren([page, elsewhere]), address, me);
}

async function drawTree(routeTree: AnyRoute, address: string, me: Me) {
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [address] }),
    parseSearch,
    stringifySearch,
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  queryClient.setQueryData(meQuery.queryKey, me);
  await router.load();
  const view = render(
    <MantineProvider env="test" theme={theme}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, router, queryClient };
}
