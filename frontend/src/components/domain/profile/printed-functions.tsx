import { List } from '@mantine/core';

import type { ChangeTree, Experiment } from '@/api/types';
import { micros, microsChange, plain } from '@/components/charts/profile/flame-data';

export type Printed = NonNullable<NonNullable<Experiment['published']>['functions']>[number];

interface PrintedFunctionsProps {
  printed: Printed[];
  /** What was measured here, to stand beside it. */
  tree?: ChangeTree | null;
}

/** What a write-up printed from perf, and the same functions here. */
export function PrintedFunctions({ printed, tree }: PrintedFunctionsProps) {
  return (
    <List size="sm" aria-label="What the write-up printed from perf">
      {printed.map((one) => (
        <List.Item key={one.function ?? one.text} style={{ overflowWrap: 'anywhere' }}>
          Published from perf{one.variant && `, ${one.variant}`}:{' '}
          {one.function && <span className="dyno-mono">{one.function} </span>}
          {one.text}.{tree && one.function && ` ${here(one.function, tree)}`}
        </List.Item>
      ))}
    </List>
  );
}

function here(name: string, tree: ChangeTree): string {
  const found = tree.functions.find((one) => one.name === name);
  if (!found) return `Here: too little of ${name} on either side to be shown.`;
  const { a, b, change, clear } = found.own;
  return `Here: ${plain(a)} → ${micros(b)} a request, ${microsChange(change)}${clear ? '' : ', not clear'}.`;
}
