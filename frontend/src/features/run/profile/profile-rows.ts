import type { CostTree } from '@/api/types';
import { type FlameNode, interval, micros, plain } from '@/components/charts/profile/flame-data';
import { number, type DataTable, words } from '@/components/charts/data-table/data-table';
import type { CostRow } from '@/components/domain/profile/cost-table';
import { KIND_WORDS } from '@/components/domain/profile/profile-words';
import { share } from '@/components/words/format';

export const costNodes = (tree: CostTree): FlameNode[] =>
  tree.nodes.map(({ name, kind, parent, width, cost }) => ({
    name,
    parent,
    width,
    value: cost.mean,
    tone: kind,
    figureText: micros(cost.mean),
    detail: `${micros(cost.mean)}${interval(cost.low, cost.high)} a request, ${share(cost.mean / tree.whole.mean)}`,
  }));

export const partRows = (tree: CostTree): CostRow[] =>
  tree.parts.map(({ name, kind, cost }) => ({
    name,
    kind: KIND_WORDS[kind] ?? '',
    cells: [
      { text: plain(cost.mean), value: cost.mean },
      { text: interval(cost.low, cost.high), value: (cost.high ?? 0) - (cost.low ?? 0) },
      { text: share(cost.mean / tree.whole.mean), value: cost.mean },
    ],
  }));

export const costRows = (tree: CostTree): CostRow[] =>
  tree.functions.map(({ name, kind, own: self, total }) => ({
    name,
    kind: KIND_WORDS[kind] ?? '',
    cells: [
      { text: `${plain(self.mean)}${interval(self.low, self.high)}`, value: self.mean },
      { text: `${plain(total.mean)}${interval(total.low, total.high)}`, value: total.mean },
      { text: share(total.mean / tree.whole.mean), value: total.mean },
    ],
  }));

/** All functions with their intervals, for files. */
export function costTable(functions: CostTree['functions']): DataTable {
  const figure = (value: number | null) =>
    number(value, (figureValue) => (figureValue === null ? '–' : plain(figureValue)));
  const names = ['own µs', 'own low', 'own high', 'total µs', 'total low', 'total high'];
  return {
    columns: [{ name: 'function' }, { name: 'kind' }, ...names.map((name) => ({ name, figure: true }))],
    rows: functions.map(({ name, kind, own: self, total }) => [
      words(name),
      words(kind),
      ...[self.mean, self.low, self.high, total.mean, total.low, total.high].map(figure),
    ]),
  };
}
