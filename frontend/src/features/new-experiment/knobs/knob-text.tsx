import { useMemo } from 'react';

import type { FieldError } from '@/api/errors';
import { CodeEditor } from '@/components/ui/code/code-editor';

import type { Value } from '../draft/definition';
import { linesOf } from '../draft/problems';

import { typedText } from './knobs';

interface KnobTextProps {
  name: string;
  value: Value | null;
  problems: FieldError[];
  onChange: (value: Value) => void;
}

/** The user's own nginx config, with problems marked at their lines. */
export function KnobText({ name, value, problems, onChange }: KnobTextProps) {
  const text = typedText(value);
  const marks = useMemo(() => linesOf(problems), [problems]);
  return (
    <CodeEditor
      value={text}
      language="nginx"
      label={name}
      minHeight={name === 'nginx.conf' ? 240 : 90}
      problems={marks}
      onChange={(next) => next !== text && onChange(next)}
    />
  );
}
