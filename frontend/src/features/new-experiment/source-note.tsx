import { Alert, Group, SegmentedControl, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import { useEditor } from './editor-context';

const route = getRouteApi('/new');

/** How this form of the recipe differs from the write-up, and the choice of the other form. */
export function SourceNote() {
  const { recipe, from, run, form = 'quick' } = route.useSearch();
  const navigate = route.useNavigate();
  const { source, draft } = useEditor();
  if (!recipe || from || run) return null;
  return (
    <Alert
      variant="light"
      color="gray"
      title={
        <Group gap="sm">
          <span>{source.title}</span>
          <SegmentedControl
            aria-label="Form"
            value={form}
            onChange={(next) =>
              void navigate({ search: (old) => ({ ...old, form: next as 'quick', variant: undefined }) })
            }
            data={[
              { value: 'quick', label: 'Quick form' },
              { value: 'full', label: 'Full form' },
            ]}
          />
        </Group>
      }
    >
      {source.note && <Text fz="sm">{source.note}</Text>}
      {draft.draft && (
        <Text fz="sm" c="dimmed" mt={4}>
          You have changed this form; the other one starts as the recipe has it, and your changes wait here.
        </Text>
      )}
    </Alert>
  );
}
