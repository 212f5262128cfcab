import { PageHeader } from '@/components/ui/page-header';

export function ComparePage() {
  return <PageHeader title="Compare" />;
}
