import { PageHeader } from '@/components/ui/page-header';

export function NewExperimentPage() {
  return <PageHeader title="NewExperiment" />;
}
