import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { type Definition } from '../draft/definition';
import { useEditor } from '../draft/editor-context';

const route = getRouteApi('/new');

/** The variant that the address names, else the first that changes something; -1 for what all share. */
function indexOf({ variants }: Definition, name?: string): number | undefined {
  if (name === '*' || variants.length === 0) return -1;
  const namedIndex = variants.findIndex((variant) => variant.name === name);
  return namedIndex >= 0 ? namedIndex : undefined;
}

const usual = ({ variants }: Definition) =>
  Math.max(
    variants.findIndex(({ set }) => Object.keys(set ?? {}).length > 0),
    0,
  );

/** Which variant is edited: it stays the same one while the address has not followed its new name yet. */
export function useSelectedIndex(): number {
  const { definition, source } = useEditor();
  const { variant: wantedName = source.variant } = route.useSearch();
  const [last, setLast] = useState<{ wantedName?: string; index: number }>();
  const keptIndex =
    last && last.wantedName === wantedName && last.index < definition.variants.length
      ? last.index
      : undefined;
  const index = indexOf(definition, wantedName) ?? keptIndex ?? usual(definition);
  if (last?.wantedName !== wantedName || last?.index !== index) setLast({ wantedName, index });
  return index;
}
