import { isShared } from '@/api/share';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ButtonLink } from '@/components/ui/navigation/links';

export function NotFoundPage() {
  return (
    <EmptyState
      title="There is no page at this address"
      text={
        isShared
          ? 'The share link that you have does not include it.'
          : 'The link may be incomplete, or its subject was deleted.'
      }
      action={<ButtonLink to="/experiments">All experiments</ButtonLink>}
    />
  );
}
