import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { testbedsQuery } from '@/api/queries/hosts';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';

/** The testbed whose hosts count, in the address; where there is only one there is nothing to choose. */
export function TestbedSelect({ label }: { label: string }) {
  const { data: testbeds = [] } = useQuery(testbedsQuery);
  const [testbed, setTestbed] = useUrlParam('testbed');
  if (testbeds.length < 2) return null;
  return (
    <Select
      label={label}
      size="xs"
      placeholder="this machine"
      clearable
      data={testbeds.map(({ id, name }) => ({ value: id, label: name }))}
      value={testbed ?? null}
      onChange={(id) => setTestbed(id ?? undefined)}
    />
  );
}
