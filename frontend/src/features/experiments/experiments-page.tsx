import { PageHeader } from '@/components/ui/page-header';

export function ExperimentsPage() {
  return <PageHeader title="Experiments" />;
}
