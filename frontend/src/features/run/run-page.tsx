import { PageHeader } from '@/components/ui/page-header';

export function RunPage() {
  return <PageHeader title="Run" />;
}
