/** Flame graphs: where boxes stand, which one is next, what a search finds. Costs are µs of CPU a request. */

import { write } from '@/components/words/figures';

export type FlameTone = 'user' | 'kernel' | 'file' | 'more' | 'less' | 'unclear';

export interface FlameNode {
  name: string;
  /** The place of its parent, which stands before it; the root is its own. */
  parent: number;
  width: number;
  /** What a search adds up. */
  value: number;
  tone: FlameTone;
  /** Behind the name in its box. */
  figureText: string;
  /** All of it: what a reader of one box is told. */
  detail: string;
}

export interface FlameBox {
  id: number;
  node: FlameNode;
  x: number;
  width: number;
  row: number;
  /** The zoomed box has more on its left and right. */
  above: boolean;
}

const MIN_PX = 0.7; // px

/** Boxes of what is beneath `zoom` over the whole width, and of its ancestors above it. */
export function flameBoxes(nodes: FlameNode[], zoom: number, width: number): FlameBox[] {
  const root = nodes[zoom];
  if (!root || root.width <= 0) return [];
  const path = ancestors(nodes, zoom);
  const boxes: FlameBox[] = path.map((id, row) => ({
    id,
    node: nodes[id] as FlameNode,
    x: 0,
    width,
    row,
    above: id !== zoom,
  }));
  const scale = width / root.width;
  const placeById = new Map([[zoom, { free: 0, row: path.length - 1 }]]);
  for (let id = zoom + 1; id < nodes.length; id += 1) {
    const node = nodes[id] as FlameNode;
    const parent = placeById.get(node.parent);
    if (!parent) continue;
    const box = { id, node, x: parent.free, width: node.width * scale, row: parent.row + 1, above: false };
    parent.free += box.width;
    placeById.set(id, { free: box.x, row: box.row });
    if (box.width >= MIN_PX) boxes.push(box);
  }
  return boxes;
}

/** From the root to the node, both included. */
export function ancestors(nodes: FlameNode[], id: number): number[] {
  const path = [id];
  for (let at = id; at !== 0;) {
    at = nodes[at]?.parent ?? 0;
    path.unshift(at);
  }
  return path;
}

/** Rows of the whole picture: it keeps its height while it is zoomed. */
export function flameRows(nodes: FlameNode[]): number {
  const rows: number[] = [];
  nodes.forEach((node, id) => rows.push(id === 0 ? 1 : (rows[node.parent] ?? 0) + 1));
  return rows.reduce((most, row) => Math.max(most, row), 0);
}

/** The box that an arrow leads to; the same where there is none. */
export function nextBox(boxes: FlameBox[], id: number, key: string): number {
  const current = boxes.find((box) => box.id === id);
  if (!current) return boxes[0]?.id ?? 0;
  if (key === 'ArrowUp')
    return boxes.some((box) => box.id === current.node.parent) ? current.node.parent : id;
  if (key === 'ArrowDown') {
    const children = boxes.filter((box) => box.node.parent === id && box.id !== id);
    return (
      children.reduce((best, box) => (best && best.width >= box.width ? best : box), children[0])?.id ?? id
    );
  }
  const row = boxes.filter((box) => box.row === current.row).sort((a, b) => a.x - b.x);
  const at = row.indexOf(current) + (key === 'ArrowRight' ? 1 : -1);
  return row[at]?.id ?? id;
}

interface FlameMatches {
  ids: Set<number>;
  /** Of the outermost matches: what is inside of one counts once. */
  sum: number;
}

/** Boxes whose name contains the text, upper and lower case alike. */
export function flameMatches(nodes: FlameNode[], text: string): FlameMatches {
  const query = text.trim().toLowerCase();
  const ids = new Set<number>();
  if (!query) return { ids, sum: 0 };
  let sum = 0;
  const inside: boolean[] = [];
  nodes.forEach((node, id) => {
    const matches = node.name.toLowerCase().includes(query);
    const within = id !== 0 && inside[node.parent] === true;
    if (matches) ids.add(id);
    if (matches && !within) sum += node.value;
    inside.push(matches || within);
  });
  return { ids, sum };
}

/** 4.62 → “4.62 µs”, 120.4 → “120 µs”. */
export const micros = (value: number) => write(value, 'cost');

/** “+4.62 µs”, “−0.31 µs”. */
export const microsChange = (value: number) => write(value, 'cost change');

/** micros() without the unit, which stands beside. */
export const plain = (value: number) => micros(value).replace(' µs', '');

export const interval = (low: number | null, high: number | null) =>
  low === null || high === null ? '' : ` [${plain(low)}, ${plain(high)}]`;

/** What of a label fits into a box. */
export function fitting(text: string, width: number): string {
  const letters = Math.floor((width - 6) / 6.2);
  if (text.length <= letters) return text;
  return letters >= 4 ? `${text.slice(0, letters - 1)}…` : '';
}
