import { SubPages } from './sub-pages';

export const ACCOUNT_PAGES = [
  { to: '/account', label: 'Account', right: 'viewer' },
  { to: '/account/people', label: 'People', right: 'admin' },
  { to: '/account/notices', label: 'Notices', right: 'admin' },
  { to: '/share-links', label: 'Share links', right: 'viewer' },
  { to: '/account/audit', label: 'Audit log', right: 'admin' },
] as const;

export const AccountPages = () => <SubPages label="Pages of the account" pages={ACCOUNT_PAGES} />;
