import { TextInput } from '@mantine/core';
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';

import { Sized } from '@/components/charts/kit/chart-kit';
import { PlainButton } from '@/components/ui/navigation/buttons';

import {
  ancestors,
  fitting,
  type FlameBox,
  flameBoxes,
  flameMatches,
  type FlameNode,
  flameRows,
  type FlameTone,
  nextBox,
} from './flame-data';
import classes from './flame-graph.module.css';

const ROW = 18;
const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

interface FlameGraphProps {
  nodes: FlameNode[];
  /** What it shows, for those who do not see it. */
  label: string;
  legend: { tone: FlameTone; words: string }[];
  /** What matches add up to, in words. */
  sumWords: (sum: number) => string;
}

/** Paths of calls, the root on top, each as wide as it costs. A click zooms, arrows walk, Escape goes back. */
export function FlameGraph({ nodes, label, legend, sumWords }: FlameGraphProps) {
  const [zoom, setZoom] = useState(0);
  const [readId, setTold] = useState(0);
  const [text, setText] = useState('');
  const query = useDeferredValue(text);
  const matches = useMemo(() => flameMatches(nodes, query), [nodes, query]);
  const height = useMemo(() => flameRows(nodes) * ROW, [nodes]);
  const at = nodes[zoom] ? zoom : 0;
  const read = nodes[readId] ?? nodes[at];
  return (
    <div>
      <div className={classes.tools} data-picture="no">
        <TextInput
          size="xs"
          w={220}
          aria-label="Find a function in the picture"
          placeholder="Find a function"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <span className={classes.found} role="status">
          {query.trim() && foundWords(matches.ids.size, sumWords(matches.sum))}
        </span>
        <PlainButton size="compact-xs" ml="auto" disabled={at === 0} onClick={() => setZoom(0)}>
          Show all
        </PlainButton>
      </div>
      <div className={classes.scroll}>
        <Sized height={height} label={label} interactive>
          {(width) => (
            <Boxes
              {...{ nodes, width, height, matches: matches.ids }}
              zoom={at}
              onZoom={setZoom}
              onTell={setTold}
            />
          )}
        </Sized>
      </div>
      <div className={classes.read}>
        <span className={classes.told} data-picture="no">
          {read && (
            <>
              <b>{read.name}</b> {read.detail}
            </>
          )}
        </span>
        <ul className={classes.legend}>
          {legend.map(({ tone, words }) => (
            <li key={tone}>
              <svg width="12" height="12" aria-hidden className={classes.box} data-tone={tone}>
                <rect width="12" height="12" />
              </svg>
              {words}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

const foundWords = (count: number, sum: string) =>
  count === 0 ? 'no match' : `${count} ${count === 1 ? 'box' : 'boxes'}, together ${sum}`;

interface BoxesProps {
  nodes: FlameNode[];
  width: number;
  height: number;
  zoom: number;
  matches: Set<number>;
  onZoom: (id: number) => void;
  onTell: (id: number) => void;
}

function Boxes({ nodes, width, height, zoom, matches, onZoom, onTell }: BoxesProps) {
  const picture = useRef<SVGSVGElement>(null);
  const [focusedId, setFocused] = useState(zoom);
  const boxes = useMemo(() => flameBoxes(nodes, zoom, width), [nodes, zoom, width]);
  // One box is in the order of tabs: the one that was last reached, as long as it is drawn.
  const reachable = boxes.some(({ id }) => id === focusedId) ? focusedId : zoom;
  const go = (id: number) => {
    picture.current?.querySelector<SVGGElement>(`[data-box="${id}"]`)?.focus();
  };
  const out = () => {
    if (zoom !== 0) onZoom(nodes[zoom]?.parent ?? 0);
  };
  const press = (event: KeyboardEvent) => {
    const focusedBox = Number((event.target as Element).getAttribute('data-box'));
    if (ARROWS.includes(event.key)) go(nextBox(boxes, focusedBox, event.key));
    else if (event.key === 'Home') go(boxes[0]?.id ?? 0);
    else if (event.key === 'Enter' || event.key === ' ') onZoom(focusedBox);
    else if (event.key === 'Escape') out();
    else return;
    event.preventDefault();
  };
  return (
    <svg
      ref={picture}
      width={width}
      height={height}
      style={{ display: 'block' }}
      role="tree"
      aria-label="Calls, from the outermost inwards; Enter zooms, Escape goes back"
      onKeyDown={press}
    >
      {boxes.map((box) => (
        <Box
          key={box.id}
          box={box}
          match={matches.has(box.id)}
          isFaded={matches.size > 0 && !matches.has(box.id)}
          reachable={box.id === reachable}
          level={ancestors(nodes, box.id).length}
          onPick={() => {
            setFocused(box.id);
            onZoom(box.id === zoom ? 0 : box.id);
          }}
          onFocus={() => {
            setFocused(box.id);
            onTell(box.id);
          }}
          onTell={() => onTell(box.id)}
        />
      ))}
    </svg>
  );
}

interface BoxProps {
  box: FlameBox;
  match: boolean;
  isFaded: boolean;
  reachable: boolean;
  level: number;
  onPick: () => void;
  onFocus: () => void;
  onTell: () => void;
}

function Box({ box: { id, node, x, width, row, above }, match, isFaded, reachable, level, ...on }: BoxProps) {
  const boxText = fitting(`${node.name} ${node.figureText}`.trim(), width);
  return (
    <g
      className={classes.box}
      data-box={id}
      data-tone={node.tone}
      data-above={above}
      data-match={match}
      data-faded={isFaded}
      role="treeitem"
      aria-level={level}
      aria-label={`${node.name}: ${node.detail}`}
      tabIndex={reachable ? 0 : -1}
      onClick={on.onPick}
      onFocus={on.onFocus}
      onPointerEnter={on.onTell}
    >
      <rect x={x} y={row * ROW} width={width} height={ROW - 1} />
      {boxText && (
        <text x={x + 3} y={row * ROW + 12}>
          {boxText}
        </text>
      )}
    </g>
  );
}
