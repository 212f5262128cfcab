import { type AnyRoute, createRoute, redirect } from '@tanstack/react-router';

/** Pages by the addresses that they had in earlier versions. */
const PAGES = {
  '/import': '/experiments/import',
  '/people': '/account/people',
  '/people/audit': '/account/audit',
  '/people/notices': '/account/notices',
  '/queue': '/hosts/queue',
  '/recipes': '/new',
} as const;

/** A recipe that was shown is its `details` on New, where `recipe` is what a draft begins with. */
const searchOf = (path: string, search: Record<string, unknown>) => {
  if (path !== '/recipes') return search;
  const { recipe, form, ...others } = search;
  return { ...others, details: recipe, details_form: form };
};

/** Routes that lead from each old address to its page; search parameters and hash stay. */
export const oldAddressRoutes = <Root extends AnyRoute>(root: Root) =>
  Object.entries(PAGES).map(([path, to]) =>
    createRoute({
      getParentRoute: () => root,
      path,
      beforeLoad: ({ location: { search, hash } }) => {
        throw redirect({ to, search: searchOf(path, search), hash, replace: true });
      },
    }),
  );
