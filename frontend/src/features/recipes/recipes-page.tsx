import { PageHeader } from '@/components/ui/page-header';

export function RecipesPage() {
  return <PageHeader title="Recipes" />;
}
