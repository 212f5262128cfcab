import { SubPages } from '@/components/domain/sub-pages';

const PAGES = [
  { to: '/hosts', label: 'Hosts and testbeds', right: 'viewer' },
  { to: '/hosts/queue', label: 'Queue', right: 'viewer' },
] as const;

export const HostPages = () => <SubPages label="Pages of hosts" pages={PAGES} />;
