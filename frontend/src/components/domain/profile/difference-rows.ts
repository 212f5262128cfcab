import type { CpuChange, ChangeTree } from '@/api/types';
import {
  type FlameNode,
  interval,
  micros,
  microsChange,
  plain,
} from '@/components/charts/profile/flame-data';
import { number, type DataTable, words } from '@/components/charts/data-table/data-table';

import type { CostCell, CostRow } from './cost-table';
import { KIND_WORDS } from './profile-words';

export const changeNodes = (tree: ChangeTree): FlameNode[] =>
  tree.nodes.map(({ name, parent, width, change }) => ({
    name,
    parent,
    width,
    value: change.change,
    tone: change.clear ? (change.change > 0 ? 'more' : 'less') : 'unclear',
    figureText: change.clear ? microsChange(change.change) : '',
    detail: detail(change),
  }));

const detail = (change: CpuChange) =>
  `${plain(change.a)} → ${micros(change.b)} a request, ${changeText(change)}${
    change.clear ? '' : change.low === null ? ', too small to judge' : ', not clear'
  }`;

const changeText = ({ change, low, high }: CpuChange) => `${microsChange(change)}${interval(low, high)}`;

const cells = (change: CpuChange): CostCell[] => [
  { text: plain(change.a), value: change.a },
  { text: plain(change.b), value: change.b },
  { text: changeText(change), value: change.change },
];

export const partRows = (tree: ChangeTree): CostRow[] =>
  tree.parts.map(({ name, kind, change }) => ({
    name,
    kind: KIND_WORDS[kind] ?? '',
    strong: change.clear,
    cells: [...cells(change), { text: change.clear ? 'yes' : 'no', value: Number(change.clear) }],
  }));

export const functionRows = (tree: ChangeTree): CostRow[] =>
  tree.functions.map(({ name, kind, own: self, total }) => ({
    name,
    kind: KIND_WORDS[kind] ?? '',
    strong: self.clear || total.clear,
    cells: [
      { text: changeText(self), value: self.change },
      { text: self.clear ? 'yes' : 'no', value: Number(self.clear) },
      { text: changeText(total), value: total.change },
      { text: total.clear ? 'yes' : 'no', value: Number(total.clear) },
    ],
  }));

/** All functions with both sides and intervals, for files. */
export function changeTable(functions: ChangeTree['functions']): DataTable {
  const names = ['A', 'B', 'change', 'low', 'high'];
  const columns = ['own', 'total'].flatMap((of) =>
    names.map((name) => ({ name: `${of} ${name}`, figure: true })),
  );
  const figures = ({ a, b, change, low, high }: CpuChange) =>
    [a, b, change, low, high].map((value) =>
      number(value, (figureValue) => (figureValue === null ? '–' : plain(figureValue))),
    );
  return {
    columns: [{ name: 'function' }, { name: 'kind' }, ...columns, { name: 'clear' }],
    rows: functions.map(({ name, kind, own: self, total }) => [
      words(name),
      words(kind),
      ...figures(self),
      ...figures(total),
      words(self.clear || total.clear ? 'yes' : 'no'),
    ]),
  };
}
