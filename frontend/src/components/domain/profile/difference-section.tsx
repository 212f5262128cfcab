import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';

import { profileDifferenceQuery } from '@/api/queries/experiments';
import type { ChangeTree, ProfileDifference } from '@/api/types';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { microsChange } from '@/components/charts/profile/flame-data';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ChartSkeleton } from '@/components/ui/feedback/loading';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { plural } from '@/components/words/format';
import { Dimmed, Small } from '@/components/ui/labels/texts';

import { changeNodes, changeTable, functionRows, partRows } from './difference-rows';
import { type Printed, PrintedFunctions } from './printed-functions';
import { ProfileNotes } from './profile-notes';
import { ProfiledRoles, ProfileView } from './profile-view';
import { ROLE_WORDS } from './profile-words';

const LEGEND = [
  { tone: 'less', words: 'spends less' },
  { tone: 'more', words: 'spends more' },
  { tone: 'unclear', words: 'not clear' },
] as const;

interface DifferenceSectionProps {
  /** Of run B. */
  experiment: string;
  /** Of any experiment; by default the baseline of B. */
  a?: string;
  b: string;
  subtitle: string;
  aside?: ReactNode;
  /** What a write-up printed of the same. */
  printedFunctions?: Printed[];
  isFolded?: boolean;
}

/** Where the difference in CPU time between two runs comes from: the sentences first. */
export function DifferenceSection(props: DifferenceSectionProps) {
  const { experiment, a, b, subtitle, aside, printedFunctions = [], isFolded } = props;
  const [role] = useUrlParam('role');
  const { data, isError, isPending, error, refetch } = useQuery(
    profileDifferenceQuery(experiment, b, role, a),
  );
  const shownTree = data?.shown;
  const remarks = [data?.unpaired ?? '', ...(shownTree?.remarks ?? [])].filter(Boolean);
  return (
    <ChartSection
      id="cause"
      name="cause"
      title="Where the difference comes from"
      subtitle={`— ${subtitle}, CPU time of a request`}
      aside={aside}
      fold={isFolded ? { id: 'cause', params: ['cause', 'role'] } : undefined}
      table={() => changeTable(shownTree?.functions ?? [])}
      bare={!shownTree}
      filter={data && <Causes difference={data} />}
    >
      {isError && <ErrorState error={error} failedPart="the profiles" onRetry={() => void refetch()} />}
      {isPending && <ChartSkeleton />}
      {shownTree && (
        <Shown key={`${b} ${shownTree.role}`} {...{ experiment, difference: data }} tree={shownTree} />
      )}
      {printedFunctions.length > 0 && (
        <PrintedFunctions printedFunctions={printedFunctions} tree={shownTree} />
      )}
      {data && <ProfileNotes remarks={remarks} missing={data.missing} />}
    </ChartSection>
  );
}

/** A sentence for each host, that of the server under test first. */
function Causes({ difference }: { difference: ProfileDifference }) {
  return (
    <Stack gap={6} mb="md">
      {difference.causes.map(({ role, sentence, clear, explained: explainedShare }, n) => (
        <Text
          key={role}
          fz={n ? 'sm' : 'md'}
          fw={n || !clear ? 400 : 550}
          c={clear ? undefined : 'dimmed'}
          maw={980}
        >
          {sentence} {explainedShare !== null && explainedShare !== 0 && <Explained part={explainedShare} />}
        </Text>
      ))}
      {difference.roles.length > 1 && <ProfiledRoles roles={difference.roles} />}
    </Stack>
  );
}

const Explained = ({ part }: { part: number }) => (
  <Dimmed fw={400}>({Math.round(part * 100)}% explained)</Dimmed>
);

interface ShownProps {
  experiment: string;
  difference: ProfileDifference;
  tree: ChangeTree;
}

function Shown({ experiment, difference, tree }: ShownProps) {
  const nodes = useMemo(() => changeNodes(tree), [tree]);
  const clearParts = tree.parts.filter(({ change }) => change.clear);
  const query = new URLSearchParams({
    a: difference.a_run_id,
    b: difference.b_run_id,
    role: tree.role,
  }).toString();
  return (
    <Stack gap="md">
      <ProfileView
        graph={{
          nodes,
          label: `Differential flame graph of the ${ROLE_WORDS[tree.role]}: ${
            clearParts.length
              ? clearParts.map(({ name, change }) => `${name} ${microsChange(change.change)}`).join(', ')
              : 'nothing is clear'
          }`,
          legend: [...LEGEND],
          sumWords: (sum) => `${microsChange(sum)} a request`,
        }}
        madeText={`${plural(tree.diagnostics, 'pair')} of profiles`}
        files={[
          {
            name: 'Flame graph (SVG)',
            path: `/api/v1/experiments/${experiment}/profile-difference.svg?${query}`,
          },
        ]}
        parts={{
          label: 'Change by system call and code; adds up',
          columns: [
            { name: 'A, µs', wide: true },
            { name: 'B, µs', wide: true },
            { name: 'change', hint: 'with its 95% interval by rounds' },
            { name: 'clear', hint: 'counting everything that is shown' },
          ],
          by: 2,
          rows: partRows(tree),
        }}
        functions={{
          label: 'Change by function',
          columns: [
            { name: 'own change', hint: 'spent by itself' },
            { name: 'clear', wide: true },
            { name: 'total change', hint: 'with all that it calls', wide: true },
            { name: 'total clear', wide: true },
          ],
          by: 0,
          rows: functionRows(tree),
        }}
      />
      <Small>
        A box is as wide as its larger side. Only clear differences, adjusted for everything shown, have a
        colour.
      </Small>
    </Stack>
  );
}
