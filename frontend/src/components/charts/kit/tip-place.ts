const HEADER_PX = 56;
const GAP_PX = 4;

/** Where a tip of a height begins, in pixels of the window: below its row, else above it, else wherever it is seen whole. */
export function tipTop(rowTop: number, rowHeight: number, height: number, windowHeight: number): number {
  const below = rowTop + rowHeight;
  if (below + height + GAP_PX <= windowHeight) return below;
  const above = rowTop - height;
  if (above >= HEADER_PX) return above;
  return Math.max(HEADER_PX, windowHeight - height - GAP_PX);
}
