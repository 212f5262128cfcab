import type { ReactNode } from 'react';

import { EmptyState } from '@/components/ui/feedback/empty-state';

import { type Needed, useMay } from './needs';

const WHAT = {
  viewer: 'an account',
  operator: 'operators',
  admin: 'admins',
  hosts: 'people with the right “hosts”',
};

/** A page for some only; others are told whom it is for. */
export function NeedsPage({ right, children }: { right: Needed; children: ReactNode }) {
  if (useMay(right)) return children;
  return (
    <EmptyState title={`This page is for ${WHAT[right]}`} text="An admin can change your role on People." />
  );
}
