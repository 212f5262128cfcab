import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ButtonLink } from '@/components/ui/navigation/links';

export function NotFoundPage() {
  return (
    <EmptyState
      title="There is no page at this address"
      text="The link may be cut off, or what it showed was deleted."
      action={<ButtonLink to="/experiments">All experiments</ButtonLink>}
    />
  );
}
