import { Stack } from '@mantine/core';

import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Crumb } from '@/components/ui/navigation/links';
import { PageHeader } from '@/components/ui/layout/page-header';

import { useCompare } from '../selection/compare-state';
import { filledSides } from '../selection/selection';

import { ExperimentChoices } from './experiment-choices';
import { RunChoices } from './run-choices';
import { SavedList } from './saved-list';
import { Tray } from './tray';

/** What to compare: something saved, two levels of a factor with one click, or any runs for each side. */
export function Picker() {
  const { search, address, savedComparison } = useCompare();
  const experiment = search.pick === 'all' ? undefined : search.pick;
  const hasSides = filledSides(search).length > 0;
  return (
    <Stack gap="md">
      <PageHeader
        title={savedComparison ? `Change “${savedComparison.name}”` : 'Compare'}
        crumbs={
          experiment
            ? [
                <Crumb to="." search={address({ pick: 'all' }) as never}>
                  All experiments
                </Crumb>,
                <span>Choose runs</span>,
              ]
            : undefined
        }
        meta={
          <span>
            Groups of runs side by side: changes with intervals, and the settings that differ.{' '}
            <DocsLink topic="compare">How to compare</DocsLink>
          </span>
        }
      />
      {(hasSides || experiment) && <Tray />}
      {!hasSides && !experiment && !savedComparison && <SavedList />}
      {experiment ? <RunChoices id={experiment} /> : <ExperimentChoices />}
    </Stack>
  );
}
