interface TextLine {
  text: string;
  box: DOMRect;
}

/** The lines of a text as the page breaks them, cut where the page cuts them with “…”. */
export function linesOf(node: Text, parent: Element): TextLine[] {
  const range = document.createRange();
  range.setStart(node, node.data.search(/\S/));
  range.setEnd(node, node.data.trimEnd().length);
  const boxes = range.getClientRects();
  if (boxes.length !== 1 || !boxes[0]) return boxes.length === 0 ? [] : byLine(node, range);
  return [cut({ text: squeezeSpaces(node.data).trim(), box: boxes[0] }, parent)];
}

const squeezeSpaces = (text: string) => text.replace(/\s+/g, ' ');

/** Word by word: those whose tops agree stand on one line. */
function byLine(node: Text, range: Range): TextLine[] {
  const lines: TextLine[] = [];
  for (const word of node.data.matchAll(/\S+\s*/g)) {
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].trimEnd().length);
    const box = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (last && Math.abs(last.box.top - box.top) < 3) {
      last.text += squeezeSpaces(word[0]);
      last.box = new DOMRect(last.box.x, last.box.y, box.right - last.box.left, last.box.height);
    } else lines.push({ text: squeezeSpaces(word[0]), box });
  }
  return lines;
}

/** A text that runs out of its box ends in dots, as on the page. */
function cut(line: TextLine, parent: Element): TextLine {
  if (getComputedStyle(parent).textOverflow !== 'ellipsis') return line;
  const edge = parent.getBoundingClientRect().right;
  if (line.box.right <= edge + 1) return line;
  const fits = Math.floor((line.text.length * (edge - line.box.left)) / line.box.width) - 1;
  const box = new DOMRect(line.box.x, line.box.y, edge - line.box.left, line.box.height);
  return { box, text: `${line.text.slice(0, Math.max(1, fits))}…` };
}
