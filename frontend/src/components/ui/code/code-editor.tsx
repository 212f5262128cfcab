import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

import type { EditorProps } from './code-mirror';

const CodeMirror = lazy(() => import('./code-mirror'));

/** CodeMirror for YAML and nginx.conf, loaded when it is first needed. */
export function CodeEditor(props: EditorProps) {
  return (
    <Suspense fallback={<Skeleton h={props.minHeight ?? 240} />}>
      <CodeMirror {...props} />
    </Suspense>
  );
}
