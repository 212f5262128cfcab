/** The share link that this page was opened by: “/s/TOKEN/…”. Everybody else asks here, and nobody looks at the address. */

import type { components } from './schema';

export type Opened = components['schemas']['Opened'];

const PAGE = /^\/s\/([A-Za-z0-9_-]{22})(?=\/|$)/;
const PAGES = /^\/(experiments|runs|compare|c)(?:\/|$)/;

/** Undefined for somebody who uses the dashboard itself. */
export const token = PAGE.exec(window.location.pathname)?.[1];
export const isShared = token !== undefined;
/** What all pages' addresses begin with. */
export const basePath = isShared ? `/s/${token}` : '/';

let openedLink: Opened | undefined;
/** What the link shows, once it was opened. */
export const sharedLink = () => openedLink;
/** Whether names, addresses, outputs and the like of hosts are left out for this reader. */
export const hidesHosts = () => isShared && !openedLink?.with_hosts;
export const keepOpened = (link: Opened) => (openedLink = link);

const OPENING = '/api/v1/shared';

/**
 * Where something of the API stands: “/api/v1/runs/…”, for a reader of a link below the link's own address.
 * The link itself is opened again where it was opened first.
 */
export function apiAddress(address: string): string {
  if (!openedLink || address === OPENING || !address.startsWith('/api/v1/')) return address;
  return address.replace('/api/v1/', `/api/v1/shared/${openedLink.id}/`);
}

/** The address of a page as the browser has it: for a reader below the link's own. */
export const pageAddress = (page: string) => (isShared ? `${basePath}${page}` : page);

/** Whether there is a page for this reader; `address` with or without the base of the link. */
export function hasPage(address: string): boolean {
  if (!isShared) return true;
  const { pathname, search, searchParams } = new URL(address, window.location.origin);
  const path = pathname.startsWith(basePath) ? pathname.slice(basePath.length) : pathname;
  const ownPage = openedLink?.page.split('?')[0] ?? '';
  if (searchParams.has('pick') || searchParams.has('reproduce')) return false;
  if (path === '/compare' && search === '') return false; // there is nothing to choose from
  if (path === ownPage || path === '') return true;
  const [, room] = PAGES.exec(path) ?? [];
  if (!openedLink || !room || openedLink.as_report) return false;
  if (room === 'runs') return openedLink.kind !== 'run';
  return path.startsWith(`${ownPage}/`);
}
