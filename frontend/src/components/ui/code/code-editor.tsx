import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

import type { EditorProps } from './code-mirror';

const CodeMirror = lazy(() => import('./code-mirror'));

/** CodeMirror for YAML and nginx.conf, loaded when it is first needed. `compareWith` turns it into a diff of two texts. */
export function CodeEditor(props: EditorProps) {
  return (
    <Suspense fallback={<Skeleton h={props.minHeight ?? 240} />}>
      <CodeMirror {...props} />
    </Suspense>
  );
}
