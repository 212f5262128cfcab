import { Input, NativeSelect } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useId } from 'react';

import { plural } from '@/components/words/format';
import { NumberField } from '@/components/ui/dialogs/number-field';
import { Small } from '@/components/ui/labels/texts';
import { IconButton } from '@/components/ui/navigation/buttons';

import { FieldProblem } from '../fields/field-problem';

import { bodyText, mayHaveBody, METHODS, type MixRow, withBody } from './mix-lines';
import classes from './mix.module.css';

interface MixRowFieldsProps {
  row: MixRow;
  number: number;
  error?: string;
  onChange: (row: MixRow) => void;
  onRemove: () => void;
}

/** One request of a mix. */
export function MixRowFields({ row, number, error, onChange, onRemove }: MixRowFieldsProps) {
  const id = useId();
  const method = row.method ?? 'GET';
  const headerCount = Object.keys(row.headers ?? {}).length;
  return (
    <div>
      <div className={classes.row}>
        <NumberField
          aria-label={`Weight of request ${number}`}
          title="weight"
          className={classes.weight}
          value={row.weight ?? 1}
          onChange={(weight) => onChange({ ...row, weight })}
        />
        <NativeSelect
          aria-label={`Method of request ${number}`}
          className={classes.method}
          data={METHODS}
          value={method}
          onChange={(event) => onChange({ ...row, method: event.currentTarget.value })}
        />
        <Input
          aria-label={`Path of request ${number}`}
          placeholder="/index.html"
          className={classes.path}
          value={row.path}
          onChange={(event) => onChange({ ...row, path: event.currentTarget.value })}
          error={Boolean(error)}
          withAria={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error && id}
        />
        {(mayHaveBody(row) || row.body != null) && (
          <Input
            aria-label={`Body of request ${number}`}
            placeholder="2000 bytes, or a text"
            className={classes.body}
            value={bodyText(row)}
            onChange={(event) => onChange(withBody(row, event.currentTarget.value))}
          />
        )}
        <IconButton
          size={36}
          className={classes.remove}
          aria-label={`Remove request ${number}`}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </IconButton>
      </div>
      {typeof row.body === 'string' && !error && (
        <Small>The body is this text of {plural(row.body.length, 'byte')}.</Small>
      )}
      {headerCount > 0 && <Small>with {plural(headerCount, 'header')} of its own</Small>}
      <FieldProblem text={error} id={id} fz="xs" mt={2} />
    </div>
  );
}
