import { useMemo } from 'react';

import { useEditor } from './editor-context';
import { yamlOf } from './yaml-text';

/** The definition as text: as typed, else the server's tidy text; ours while the form has errors or no plan yet. */
export function useYamlText(): string {
  const { draft, plan, isSettled, definition } = useEditor();
  const tidy = isSettled && plan?.definition && plan.yaml;
  const writtenYaml = useMemo(
    () =>
      tidy ? (definition.seed === undefined ? tidy.replace(/^seed: \d+\n/m, '') : tidy) : yamlOf(definition),
    [tidy, definition],
  );
  return draft.draft?.yaml ?? writtenYaml;
}
