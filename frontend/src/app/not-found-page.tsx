import { isShared } from '@/api/share';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ButtonLink } from '@/components/ui/navigation/links';

export function NotFoundPage() {
  return (
    <EmptyState
      title="There is no page at this address"
      text={
        isShared
          ? 'It is not part of what the link shows that you were given.'
          : 'The link may be cut off, or what it showed was deleted.'
      }
      action={<ButtonLink to="/experiments">All experiments</ButtonLink>}
    />
  );
}
