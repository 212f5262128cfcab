import { Group, Input, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';

import { IconButton, PlainButton } from '@/components/ui/navigation/buttons';

import { FieldProblem } from '../fields/field-problem';
import { useEditor } from '../draft/editor-context';
import classes from '../draft/new-experiment.module.css';
import { messageAt, placeOf } from '../draft/problems';

import { type HeaderRow, type Headers, headersOf, repeatedRows, rowsNow } from './header-rows';

interface HeadersFieldProps {
  headers: Headers | undefined;
  onChange: (headers: Headers | undefined) => void;
  /** Of the workload. */
  index: number;
}

/** Headers that go with each request, one per row; what is wrong with one stands at its row. */
export function HeadersField({ headers, onChange, index }: HeadersFieldProps) {
  const { problems } = useEditor();
  const [typedRows, setTyped] = useState<readonly HeaderRow[]>([]);
  const add = useRef<HTMLButtonElement>(null);
  const rows = rowsNow(typedRows, headers);
  const repeats = repeatedRows(rows);
  const place = ['workloads', index, 'headers'];
  const whole = messageAt(problems, placeOf(place));
  const put = (next: readonly HeaderRow[]) => {
    setTyped(next);
    onChange(headersOf(next));
  };
  const errorAt = ({ name, value }: HeaderRow, at: number) => {
    if (repeats.has(at)) return `${name} is given above; this row is left out`;
    if (name === '' && value !== '') return 'a header needs a name';
    return name ? messageAt(problems, placeOf([...place, name])) : undefined;
  };
  return (
    <div role="group" aria-label="Headers">
      <Input.Label labelElement="div">Headers</Input.Label>
      <Input.Description mb={6}>sent with each request, beside those of the tool</Input.Description>
      <Stack gap="xs">
        {rows.map((row, at) => (
          <Row
            key={at}
            row={row}
            number={at + 1}
            error={errorAt(row, at)}
            onChange={(next) => put(rows.toSpliced(at, 1, next))}
            onRemove={() => {
              put(rows.toSpliced(at, 1));
              add.current?.focus();
            }}
          />
        ))}
        <FieldProblem text={whole} />
        <div>
          <PlainButton
            ref={add}
            size="xs"
            leftSection={<IconPlus size={14} />}
            onClick={() => setTyped([...rows, { name: '', value: '' }])}
          >
            Add a header
          </PlainButton>
        </div>
      </Stack>
    </div>
  );
}

interface RowProps {
  row: HeaderRow;
  number: number;
  error?: string;
  onChange: (row: HeaderRow) => void;
  onRemove: () => void;
}

function Row({ row, number, error, onChange, onRemove }: RowProps) {
  const { name, value } = row;
  const id = useId();
  // One message for both fields, which a field's own error cannot be.
  const state = {
    withAria: false,
    error: Boolean(error),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error && id,
  };
  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="start">
        <Input
          aria-label={`Name of header ${number}`}
          placeholder="X-Test"
          className={classes.headerName}
          value={name}
          onChange={(event) => onChange({ name: event.currentTarget.value, value })}
          {...state}
          autoFocus={name === '' && value === ''}
        />
        <Input
          aria-label={`Value of header ${number}`}
          placeholder="value"
          className={classes.headerValue}
          value={value}
          onChange={(event) => onChange({ name, value: event.currentTarget.value })}
          {...state}
        />
        <IconButton size={36} aria-label={`Remove header ${name || number}`} onClick={onRemove}>
          <IconTrash size={16} />
        </IconButton>
      </Group>
      <FieldProblem text={error} id={id} fz="xs" mt={2} />
    </div>
  );
}
