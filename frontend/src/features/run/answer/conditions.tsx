import { Text } from '@mantine/core';

import type { Run } from '@/api/types';
import { Pill } from '@/components/ui/labels/pill';
import { plural } from '@/components/words/format';

import { foundRows } from '../findings/findings';

import { bottleneckTitle } from './bottlenecks';

/** Whether the trials can be trusted, and what held the run back: a line each. */
export function Conditions({ run }: { run: Run }) {
  const [first, ...otherBottlenecks] = run.bottlenecks ?? [];
  return (
    <>
      <Doubts run={run} />
      {first && (
        <Text fz="sm" component="aside" aria-label="What was the bottleneck">
          <Text span inherit fw={600}>
            {bottleneckTitle(first)}
          </Text>{' '}
          {first.sentence}
          {otherBottlenecks.length > 0 && ` Also ${otherBottlenecks.map(({ title }) => title).join(', ')}.`}
        </Text>
      )}
    </>
  );
}

function Doubts({ run: { trials, rules } }: { run: Run }) {
  const worst = foundRows(trials, rules).find(({ level }) => level !== 'note');
  if (!worst) return null;
  const doubtful = trials.filter(({ findings }) => findings.some(({ level }) => level === worst.level));
  return (
    <Text fz="sm">
      <Pill tone={worst.level === 'invalid' ? 'danger' : 'worse'}>{worst.level}</Pill> {doubtful.length} of{' '}
      {plural(trials.length, 'trial')}: {worst.message}.
    </Text>
  );
}
