import { type Definition } from '../draft/definition';

/** The variant that the address names, else the first that changes something; -1 for what all share. */
export function selectedIndex({ variants }: Definition, name?: string): number {
  if (name === '*' || variants.length === 0) return -1;
  const named = variants.findIndex((variant) => variant.name === name);
  if (named >= 0) return named;
  return Math.max(
    variants.findIndex(({ set }) => Object.keys(set ?? {}).length > 0),
    0,
  );
}
