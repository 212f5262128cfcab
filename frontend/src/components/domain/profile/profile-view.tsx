import { Anchor, Group, SegmentedControl, Stack } from '@mantine/core';
import { type ComponentProps, useState } from 'react';

import { apiAddress } from '@/api/share';
import type { ProfiledRole } from '@/api/types';
import { FlameGraph } from '@/components/charts/profile/flame-graph';
import { UrlSegments } from '@/components/ui/navigation/url-segments';

import { CostTable } from './cost-table';
import { ROLE_WORDS } from './profile-words';

type Rows = ComponentProps<typeof CostTable>;

interface ProfileViewProps {
  graph: ComponentProps<typeof FlameGraph>;
  /** Of what it was made: “5 pairs of profiles”. */
  madeText: string;
  files: { name: string; path: string }[];
  parts: Rows;
  functions: Rows;
}

/** One profile, or the difference of two: its graph, and the same as a table of parts or of functions. */
export function ProfileView({ graph, madeText, files, parts, functions }: ProfileViewProps) {
  const [view, setWhat] = useState('parts');
  return (
    <Stack gap="md">
      <FlameGraph {...graph} />
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Rows of the table"
          value={view}
          onChange={setWhat}
          data={[
            { value: 'parts', label: 'System calls and code' },
            { value: 'functions', label: 'All functions' },
          ]}
        />
        <Group gap="sm" fz="xs" className="dyno-no-print">
          <span>{madeText}</span>
          {files.map(({ name, path }) => (
            <Anchor key={name} inherit href={apiAddress(path)}>
              {name}
            </Anchor>
          ))}
        </Group>
      </Group>
      <CostTable key={view} {...(view === 'parts' ? parts : functions)} />
    </Stack>
  );
}

/** Role whose CPU time is shown; the choice is in the address. */
export const ProfiledRoles = ({ roles }: { roles: ProfiledRole[] }) => (
  <UrlSegments
    name="role"
    label="CPU time of"
    fallback={roles[0]?.role ?? ''}
    options={roles.map(({ role }) => ({ value: role, label: ROLE_WORDS[role] }))}
  />
);
