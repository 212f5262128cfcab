import { IconArrowsLeftRight } from '@tabler/icons-react';

import type { Comparison } from '@/api/types';
import { dateTime, plural } from '@/components/words/format';
import { ShareControl } from '@/components/domain/share-control';
import { MadeBy } from '@/components/domain/made-by';
import { ButtonLink, Crumb, TextLink } from '@/components/ui/navigation/links';
import { PageHeader } from '@/components/ui/layout/page-header';
import { exportFiles } from '@/components/ui/sharing/share-files';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { swapSides } from '../selection/selection';
import { stateOf } from '../selection/saved-state';
import { useCompare } from '../selection/compare-state';

import { SavedMenu } from './saved-menu';
import { SaveButton } from './save-button';

/** What is compared, where it was measured, and what can be done with it. */
export function CompareHeader({ comparison }: { comparison: Comparison }) {
  const { title, experiments, factor, pairs, paired: isPaired, candidates } = comparison;
  const { search, address, set, savedComparison, isChanged } = useCompare();
  const sides = candidates.length > 1 ? `${candidates.length + 1} sides` : plural(pairs.length, 'pair');
  return (
    <PageHeader
      title={savedComparison?.name ?? title}
      crumbs={[
        <Crumb to="/compare">Compare</Crumb>,
        savedComparison ? (
          <span className="dyno-mono">c/{savedComparison.id}</span>
        ) : (
          <span>{candidates.length > 1 ? sides : `${sides} of runs`}</span>
        ),
      ]}
      meta={
        <>
          {savedComparison && <span>{title}</span>}
          <span>
            from{' '}
            {experiments.slice(0, 4).map(({ id = '', name }, n) => (
              <span key={id}>
                {n > 0 && ', '}
                <TextLink underline="always" to="/experiments/$id" params={{ id }}>
                  {name}
                </TextLink>
              </span>
            ))}
            {experiments.length > 4 && ` and ${experiments.length - 4} more`}
          </span>
          {factor && <span className="dyno-mono">factor: {factor}</span>}
          <span>{isPaired ? 'interleaved, paired by round' : 'not paired: means are compared'}</span>
          {savedComparison && (
            <span>
              saved {dateTime(savedComparison.updated_at)} <MadeBy owner={savedComparison.owner} />
            </span>
          )}
        </>
      }
      actions={
        <>
          <PlainButton
            leftSection={<IconArrowsLeftRight size={16} />}
            onClick={() => set(swapSides(search, comparison))}
          >
            Swap
          </PlainButton>
          <ButtonLink
            to="."
            search={address({ pick: search.pick ?? experiments[0]?.id ?? 'all' }) as never}
            variant="default"
          >
            Change
          </ButtonLink>
          {savedComparison ? (
            !isChanged && <SavedMenu savedComparison={savedComparison} />
          ) : (
            <SaveButton title={title} />
          )}
          <Share />
        </>
      }
    />
  );
}

/** The link, the report and the files of what is looked at; of a saved comparison as it was saved. */
function Share() {
  const { search, savedComparison, isChanged } = useCompare();
  const asSaved = savedComparison && !isChanged;
  const query = asSaved ? '' : `?${new URLSearchParams(stateOf(search)).toString()}`;
  const base = asSaved ? `/api/v1/comparisons/${savedComparison.id}/export` : '/api/v1/compare/export';
  return (
    <ShareControl
      subject={
        asSaved
          ? { kind: 'comparison', id: savedComparison.id }
          : { kind: 'comparison', state: stateOf(search) }
      }
      files={exportFiles(base, query, 'comparison')}
      markdown={`${base}.md${query}`}
      report={asSaved ? `/c/${savedComparison.id}/report` : `/compare/report${query}`}
    />
  );
}
