import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { type Me, meQuery, type Role } from '@/api/queries/people';
import { isShared } from '@/api/share';

const ORDER: Role[] = ['viewer', 'operator', 'admin'];
export type Needed = Role | 'hosts';

/** Whether somebody may do what needs this; as long as nobody is known yet, yes: the server decides anyway. */
export function may(me: Me | undefined, right: Needed): boolean {
  if (!me) return true;
  if (right === 'hosts') return me.can_reach_hosts;
  return ORDER.indexOf(me.role) >= ORDER.indexOf(right);
}

/** Nothing is for readers of a share link, who are nobody. */
export function useMay(right: Needed): boolean {
  const { data } = useQuery({ ...meQuery, enabled: !isShared });
  return !isShared && may(data, right);
}

/** Controls that are absent for those who may not use them. */
export function Needs({ right, children }: { right: Needed; children: ReactNode }) {
  return useMay(right) ? children : null;
}
