import type { ToolInfo } from '@/api/types';
import { NumberField, type Typed } from '@/components/ui/dialogs/number-field';

import { rangeWords } from './tool-switch';

interface ThreadFieldProps {
  value: Typed | undefined;
  tool?: ToolInfo;
  onChange: (value: Typed) => void;
  error?: string;
}

/** Threads of the load tool; one that takes a single number of them leaves nothing to type. */
export function ThreadField({ value = 1, tool, onChange, error }: ThreadFieldProps) {
  const { minimum = 1, maximum = undefined } = tool?.threads ?? {};
  const isFixed = minimum === maximum;
  return (
    <NumberField
      label="Threads"
      description={
        tool
          ? isFixed
            ? `${tool.label} always has ${rangeWords(tool.threads)}`
            : `of the load tool, ${rangeWords(tool.threads)}; they need CPUs`
          : 'of the load tool; they need CPUs'
      }
      min={1}
      value={value}
      onChange={onChange}
      // A wrong number from elsewhere can be put right.
      disabled={isFixed && Number(value) === minimum}
      error={error}
    />
  );
}
