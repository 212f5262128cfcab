import { Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';

import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { type Column, COLUMNS, columnsText, storeColumns } from './columns';

/** Columns of the table to choose; the choice is kept by the browser, and in the address unless it is the usual one. */
export function ColumnMenu({ columns }: { columns: Column[] }) {
  const [, setColumns] = useUrlParam('columns');
  const choose = (keys: string[]) => {
    const text = columnsText(keys);
    storeColumns(text);
    setColumns(text);
  };
  return (
    <Popover position="bottom-end" shadow="md" trapFocus>
      <Popover.Target>
        <PlainButton size="xs" leftSection={<IconColumns3 size={14} />} visibleFrom="sm">
          Columns
        </PlainButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Checkbox.Group aria-label="Columns" value={columns.map(({ key }) => key)} onChange={choose}>
          <Stack gap="xs">
            {COLUMNS.map(({ key, label }) => (
              <Checkbox key={key} size="xs" value={key} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Popover.Dropdown>
    </Popover>
  );
}
