import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import { ExperimentChoices } from './experiment-choices';
import { RunChoices } from './run-choices';
import { Tray } from './tray';
import { TextLink } from '@/components/ui/links';
import { PageHeader } from '@/components/ui/page-header';

const route = getRouteApi('/compare');

/** What to compare: two levels of a factor with one click, or any runs for each side. */
export function Picker() {
  const { a, b, pick } = route.useSearch();
  const experiment = pick === 'all' ? undefined : pick;
  return (
    <Stack gap="md">
      <PageHeader
        title="Compare"
        crumbs={
          experiment
            ? [
                <TextLink key="all" to="/compare" search={{ pick: 'all', a, b }} c="dimmed">
                  All experiments
                </TextLink>,
                <span key="here">Choose runs</span>,
              ]
            : undefined
        }
        meta="Two groups of runs side by side: bars with spread, change with its interval, and only the settings that differ."
      />
      {(a || b || experiment) && <Tray />}
      {experiment ? <RunChoices id={experiment} /> : <ExperimentChoices />}
    </Stack>
  );
}
