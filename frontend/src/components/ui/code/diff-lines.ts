import { diffLines } from 'diff';

export interface DiffLine {
  kind: 'added' | 'removed' | 'same' | 'gap';
  text: string;
}

const lines = (value: string) => value.replace(/\n$/, '').split('\n');

/** Unified lines of two texts, with `context` equal lines kept around each change; the rest becomes a gap. */
export function diffOf(before: string, after: string, context = 3): DiffLine[] {
  const all = diffLines(before, after).flatMap(({ value, added, removed }): DiffLine[] => {
    const kind = added ? 'added' : removed ? 'removed' : 'same';
    return lines(value).map((text) => ({ kind, text }));
  });
  return fold(all, context);
}

function fold(all: DiffLine[], context: number): DiffLine[] {
  const near = all.map((_, at) =>
    all.slice(Math.max(0, at - context), at + context + 1).some((line) => line.kind !== 'same'),
  );
  const folded: DiffLine[] = [];
  let hidden = 0;
  const close = () => {
    if (hidden > 0)
      folded.push({ kind: 'gap', text: hidden === 1 ? '1 equal line' : `${hidden} equal lines` });
    hidden = 0;
  };
  all.forEach((line, at) => {
    if (!near[at]) {
      hidden += 1;
      return;
    }
    close();
    folded.push(line);
  });
  close();
  return folded;
}

export const changedLines = (diff: DiffLine[]) =>
  diff.filter(({ kind }) => kind === 'added' || kind === 'removed').length;
