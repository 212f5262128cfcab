/** Colours of lines that carry no verdict: the accent first, then quiet hues that keep 3:1 in both schemes. */
const PALETTE = [
  'var(--dyno-accent)',
  'var(--dyno-s2)',
  'var(--dyno-s3)',
  'var(--dyno-s4)',
  'var(--dyno-s5)',
  'var(--dyno-s6)',
];

export const seriesColour = (index: number) => PALETTE[index % PALETTE.length] ?? 'var(--dyno-accent)';
/** From the seventh series on lines are dashed, so that no two look alike. */
export const seriesDash = (index: number) => (index < PALETTE.length ? undefined : '5 3');
