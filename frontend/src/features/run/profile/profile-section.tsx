import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

import { profileQuery } from '@/api/queries/runs';
import type { CostTree, Run } from '@/api/types';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { interval, micros } from '@/components/charts/profile/flame-data';
import { ProfileNotes } from '@/components/domain/profile/profile-notes';
import { ProfiledRoles, ProfileView } from '@/components/domain/profile/profile-view';
import { ROLE_WORDS } from '@/components/domain/profile/profile-words';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ChartSkeleton } from '@/components/ui/feedback/loading';
import { useOpenSection } from '@/components/ui/navigation/use-open-section';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { plural, share } from '@/components/words/format';

import { costNodes, costRows, costTable, partRows } from './profile-rows';

const SECTION = { id: 'profile', params: ['role'] };
const LEGEND = [
  { tone: 'user', words: 'functions' },
  { tone: 'kernel', words: 'the kernel' },
  { tone: 'file', words: 'no name known' },
] as const;

/** Where a run's CPU time goes, by profiles of extra trials that are not measured. */
export default function ProfileSection({ run }: { run: Run }) {
  const [role] = useUrlParam('role');
  const [isOpen] = useOpenSection(SECTION.id, SECTION.params);
  const query = useQuery({ ...profileQuery(run.id, role), enabled: isOpen });
  const { data } = query;
  if (query.isError) {
    return <ErrorState error={query.error} failedPart="the profile" onRetry={() => void query.refetch()} />;
  }
  const shownTree = data?.shown;
  return (
    <ChartSection
      fold={SECTION}
      name="profile"
      title="Where its CPU time goes"
      subtitle={
        shownTree
          ? `${micros(shownTree.whole.mean)}${interval(shownTree.whole.low, shownTree.whole.high)} a request`
          : 'flame graph and functions'
      }
      aside={data && data.roles.length > 1 && <ProfiledRoles roles={data.roles} />}
      table={() => costTable(shownTree?.functions ?? [])}
      bare={!shownTree}
    >
      {!data && <ChartSkeleton />}
      {shownTree && <Shown key={shownTree.role} run={run} tree={shownTree} />}
      {data && <ProfileNotes remarks={shownTree?.remarks ?? []} missing={data.missing} />}
    </ChartSection>
  );
}

function Shown({ run, tree }: { run: Run; tree: CostTree }) {
  const nodes = useMemo(() => costNodes(tree), [tree]);
  const whole = tree.whole.mean;
  const file = `/api/v1/runs/${run.id}/profile`;
  return (
    <ProfileView
      graph={{
        nodes,
        label: `Flame graph of the ${ROLE_WORDS[tree.role]}: ${tree.parts
          .slice(0, 3)
          .map(({ name, cost }) => `${name} ${micros(cost.mean)}`)
          .join(', ')} a request`,
        legend: [...LEGEND],
        sumWords: (sum) => `${micros(sum)} a request, ${share(sum / whole)}`,
      }}
      madeText={`${plural(tree.samples, 'sample')} in ${plural(tree.diagnostics, 'diagnostic')}`}
      files={[
        { name: 'Folded stacks', path: `${file}.folded?role=${tree.role}` },
        { name: 'Flame graph (SVG)', path: `${file}.svg?role=${tree.role}` },
      ]}
      parts={{
        label: 'CPU time by system call and code; adds up',
        columns: [{ name: 'µs a request' }, { name: '95% interval' }, { name: 'share' }],
        by: 0,
        rows: partRows(tree),
      }}
      functions={{
        label: 'CPU time by function',
        columns: [
          { name: 'own µs', hint: 'spent by itself' },
          { name: 'total µs', hint: 'with all that it calls' },
          { name: 'share', hint: 'of the total' },
        ],
        by: 0,
        rows: costRows(tree),
      }}
    />
  );
}
