import { Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { IconCopy, IconTrash } from '@tabler/icons-react';

import { TOPOLOGY_LABELS, TOPOLOGY_OPTIONS } from '@/components/words/workload';
import { PlainButton } from '@/components/ui/navigation/buttons';

import type { Topology, Variant } from '../draft/definition';
import { namesOf } from '../draft/cells';
import { duplicateVariant, possibleParents, removeVariant, renameVariant, setVariant } from '../edits/edits';
import { useEditor } from '../draft/editor-context';
import { NameField } from '../fields/name-field';
import { messageAt, placeOf } from '../draft/problems';

/** Name, parent, topology and note of a variant; duplicate and remove. */
export function VariantFields({ variant, index }: { variant: Variant; index: number }) {
  const { definition, problems, edit, go } = useEditor();
  const at = (key: string) => messageAt(problems, placeOf(['variants', index, key]));
  const set = (fields: Partial<Variant>) => edit((old) => setVariant(old, index, fields));
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
        <NameField
          label="Name"
          size="xs"
          value={variant.name}
          takenNames={namesOf(definition)}
          error={at('name')}
          onRename={(name) => {
            edit((old) => renameVariant(old, index, name));
            go({ variant: name });
          }}
        />
        <Select
          label="From"
          size="xs"
          placeholder="nothing: defaults"
          clearable
          searchable
          data={possibleParents(definition, index)}
          value={variant.from ?? null}
          onChange={(from) => set({ from: from ?? undefined })}
          error={at('from')}
        />
        <Select
          label="Topology"
          size="xs"
          clearable
          placeholder={`like all: ${TOPOLOGY_LABELS[definition.topology ?? 'proxied']}`}
          data={TOPOLOGY_OPTIONS}
          value={variant.topology ?? null}
          onChange={(topology) => set({ topology: (topology as Topology | null) ?? undefined })}
          error={at('topology')}
        />
      </SimpleGrid>
      <Group gap="xs" align="flex-end">
        <TextInput
          aria-label="Note"
          placeholder="A note on this variant"
          size="xs"
          style={{ flex: 1, minWidth: 160 }}
          value={variant.note ?? ''}
          onChange={(event) => set({ note: event.currentTarget.value || undefined })}
          error={at('note')}
        />
        <PlainButton
          size="xs"
          leftSection={<IconCopy size={14} />}
          onClick={() => {
            go({ variant: duplicateVariant(definition, index).variants[index + 1]?.name });
            edit((old) => duplicateVariant(old, index));
          }}
        >
          Duplicate
        </PlainButton>
        <PlainButton
          size="xs"
          leftSection={<IconTrash size={14} />}
          onClick={() => {
            edit((old) => removeVariant(old, index));
            go({ variant: definition.variants[index === 0 ? 1 : index - 1]?.name });
          }}
        >
          Remove
        </PlainButton>
      </Group>
    </Stack>
  );
}
