import { List } from '@mantine/core';

import type { ChangeTree, Experiment } from '@/api/types';
import { micros, microsChange, plain } from '@/components/charts/profile/flame-data';

export type Printed = NonNullable<NonNullable<Experiment['published']>['functions']>[number];

interface PrintedFunctionsProps {
  printedFunctions: Printed[];
  /** What was measured here, to stand beside it. */
  tree?: ChangeTree | null;
}

/** What a write-up printed from perf, and the same functions here. */
export function PrintedFunctions({ printedFunctions, tree }: PrintedFunctionsProps) {
  return (
    <List size="sm" aria-label="What the write-up printed from perf">
      {printedFunctions.map((printedFunction) => (
        <List.Item
          key={printedFunction.function ?? printedFunction.text}
          style={{ overflowWrap: 'anywhere' }}
        >
          Published from perf{printedFunction.variant && `, ${printedFunction.variant}`}:{' '}
          {printedFunction.function && <span className="dyno-mono">{printedFunction.function} </span>}
          {printedFunction.text}.
          {tree && printedFunction.function && ` ${hereText(printedFunction.function, tree)}`}
        </List.Item>
      ))}
    </List>
  );
}

function hereText(name: string, tree: ChangeTree): string {
  const entry = tree.functions.find((candidate) => candidate.name === name);
  if (!entry) return `Here: too little of ${name} on either side to be shown.`;
  const { a, b, change, clear } = entry.own;
  return `Here: ${plain(a)} → ${micros(b)} a request, ${microsChange(change)}${clear ? '' : ', not clear'}.`;
}
