import { isShared } from '@/api/share';
import type { PersonRef } from '@/api/types';
import { Hint } from '@/components/ui/labels/hint';
import { TextLink } from '@/components/ui/navigation/links';
import { keyed } from '@/components/words/search';

interface MadeByProps {
  owner: PersonRef | null;
  /** Leads to all experiments of that person. */
  link?: boolean;
}

/** “by Ada”; readers of a share link are told of nobody. */
export function MadeBy({ owner, link = false }: MadeByProps) {
  if (isShared) return null;
  if (!owner)
    return (
      <Hint label="Made with the dashboard’s token, which belongs to no account.">
        by the dashboard’s token
      </Hint>
    );
  if (!link) return <span title={owner.login}>by {owner.name}</span>;
  return (
    <TextLink
      to="/experiments"
      search={{ q: keyed('by', owner.login) }}
      c="inherit"
      underline="always"
      title={`All experiments of ${owner.login}`}
    >
      by {owner.name}
    </TextLink>
  );
}
