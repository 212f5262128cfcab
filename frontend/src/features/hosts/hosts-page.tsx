import { PageHeader } from '@/components/ui/page-header';

export function HostsPage() {
  return <PageHeader title="Hosts" />;
}
