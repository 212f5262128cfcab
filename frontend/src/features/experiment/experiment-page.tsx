import { PageHeader } from '@/components/ui/page-header';

export function ExperimentPage() {
  return <PageHeader title="Experiment" />;
}
