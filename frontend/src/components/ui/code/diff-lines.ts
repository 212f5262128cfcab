import { diffLines } from 'diff';

interface DiffLine {
  kind: 'added' | 'removed' | 'same' | 'gap';
  text: string;
}

const lines = (value: string) => value.replace(/\n$/, '').split('\n');

/** Unified lines of two texts, with `context` equal lines kept around each change; the rest becomes a gap. */
export function diffOf(before: string, after: string, context = 3): DiffLine[] {
  const all = diffLines(before, after).flatMap(
    ({ value, added: isAdded, removed: isRemoved }): DiffLine[] => {
      const kind = isAdded ? 'added' : isRemoved ? 'removed' : 'same';
      return lines(value).map((text) => ({ kind, text }));
    },
  );
  return fold(all, context);
}

function fold(all: DiffLine[], context: number): DiffLine[] {
  const near = all.map((_, at) =>
    all.slice(Math.max(0, at - context), at + context + 1).some((line) => line.kind !== 'same'),
  );
  const foldedLines: DiffLine[] = [];
  let hiddenCount = 0;
  const close = () => {
    if (hiddenCount > 0)
      foldedLines.push({
        kind: 'gap',
        text: hiddenCount === 1 ? '1 equal line' : `${hiddenCount} equal lines`,
      });
    hiddenCount = 0;
  };
  all.forEach((line, at) => {
    if (!near[at]) {
      hiddenCount += 1;
      return;
    }
    close();
    foldedLines.push(line);
  });
  close();
  return foldedLines;
}

export const changedLines = (diff: DiffLine[]) =>
  diff.filter(({ kind }) => kind === 'added' || kind === 'removed').length;
