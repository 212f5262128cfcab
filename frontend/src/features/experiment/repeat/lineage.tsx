import type { Experiment } from '@/api/types';
import { plural } from '@/components/words/format';
import { keyed } from '@/components/words/search';
import { TextLink } from '@/components/ui/navigation/links';
import { Muted } from '@/components/ui/labels/texts';

const HOW = { clone: 'Changed from', reproduce: 'The same again as', retest: 'A re-test of' };

/** “Changed from Stepwise · 3 experiments were made from this”. */
export function Lineage({ experiment: { id, derived: origin, made_from_this } }: { experiment: Experiment }) {
  if (!origin && made_from_this === 0) return null;
  return (
    <Muted span>
      {origin && (
        <>
          {HOW[origin.how]}{' '}
          <TextLink to="/experiments/$id" params={{ id: origin.experiment.id }}>
            {origin.experiment.name}
          </TextLink>
        </>
      )}
      {origin && made_from_this > 0 && ' · '}
      {made_from_this > 0 && (
        <TextLink to="/experiments" search={{ q: `${keyed('from', id)} archived:include` }}>
          {plural(made_from_this, 'experiment')} {made_from_this === 1 ? 'was' : 'were'} made from this
        </TextLink>
      )}
    </Muted>
  );
}
