import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

import { sharedLink } from '@/api/share';
import { PageSkeleton } from '@/components/ui/feedback/loading';

/** The bare address of a link leads to the page of what it shows. */
export function SharedHome() {
  const navigate = useNavigate();
  const page = sharedLink()?.page;
  useEffect(() => {
    if (page)
      void navigate({ to: page.split('?')[0] as '/', search: searchOf(page) as never, replace: true });
  }, [navigate, page]);
  return <PageSkeleton />;
}

const searchOf = (page: string) => Object.fromEntries(new URLSearchParams(page.split('?')[1] ?? ''));
