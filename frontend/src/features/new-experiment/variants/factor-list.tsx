import { Button, Group, Stack } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';

import { plural } from '@/components/words/format';
import { Small } from '@/components/ui/labels/texts';
import { IconButton, PlainButton } from '@/components/ui/navigation/buttons';

import { FieldProblem } from '../fields/field-problem';
import { cellCount } from '../draft/cells';
import { useEditor } from '../draft/editor-context';
import {
  addFactor,
  addLevel,
  baselineCell,
  gridToList,
  removeFactor,
  renameFactor,
} from '../edits/grid-edits';
import { summaryOf } from '../knobs/knobs';
import { NameField } from '../fields/name-field';
import { countBelow, messageAt, placeOf } from '../draft/problems';

import { useSelectedLevel } from './selected-level';
import { Item, SharedItem } from './variant-list';

const route = getRouteApi('/new');

/** Factors with their levels; every combination is a variant. */
export function FactorList() {
  const { definition, problems, edit, go } = useEditor();
  const factors = Object.keys(definition.factors);
  const sizes = factors.map((factor) => Object.keys(definition.factors[factor] ?? {}).length);
  const { variant } = route.useSearch();
  const problem = messageAt(problems, 'factors');
  return (
    <Stack gap="sm">
      <Small>
        {factors.length === 0
          ? 'A grid has factors with levels, such as workers 1 and 2; every combination is a variant.'
          : `${sizes.join(' × ')} = ${plural(cellCount(definition), 'variant')}`}
      </Small>
      <FieldProblem text={problem} fz="xs" />
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        <SharedItem current={variant === '*' || factors.length === 0} />
      </ul>
      {factors.map((factor, index) => (
        <Factor key={index} factor={factor} /> // not by name: see NameField
      ))}
      <PlainButton leftSection={<IconPlus size={16} />} onClick={() => edit(addFactor)}>
        Factor
      </PlainButton>
      {factors.length > 0 && (
        <Button
          variant="subtle"
          size="xs"
          onClick={() => {
            edit(gridToList);
            go({ shape: 'list', factor: undefined, level: undefined });
          }}
        >
          Write the grid out as a list
        </Button>
      )}
    </Stack>
  );
}

function Factor({ factor }: { factor: string }) {
  const { definition, problems, edit, go } = useEditor();
  const search = route.useSearch();
  const levels = Object.keys(definition.factors[factor] ?? {});
  const { factor: current, level } = useSelectedLevel();
  const base = baselineCell(definition)?.[factor];
  return (
    <Stack gap={4}>
      <Group gap={6} wrap="nowrap" align="flex-start">
        <NameField
          aria-label={`Name of factor ${factor}`}
          size="xs"
          style={{ flex: 1 }}
          value={factor}
          takenNames={Object.keys(definition.factors)}
          error={messageAt(problems, placeOf(['factors', factor]), placeOf(['baseline', factor]))}
          onRename={(name) => {
            edit((old) => renameFactor(old, factor, name));
            go({ factor: name, level: current === factor ? level : undefined });
          }}
        />
        <IconButton
          mt={2}
          aria-label={`Add a level to ${factor}`}
          onClick={() => {
            edit((old) => addLevel(old, factor));
            go({ factor, level: undefined, variant: undefined });
          }}
        >
          <IconPlus size={16} />
        </IconButton>
        <IconButton
          mt={2}
          aria-label={`Remove factor ${factor}`}
          onClick={() => edit((old) => removeFactor(old, factor))}
        >
          <IconTrash size={16} />
        </IconButton>
      </Group>
      {levels.map((name) => (
        <Item
          key={name}
          name={name}
          about={[summaryOf(definition.factors[factor]?.[name]), name === base && 'in the baseline']
            .filter(Boolean)
            .join(' · ')}
          count={countBelow(problems, placeOf(['factors', factor, name]))}
          current={search.variant !== '*' && current === factor && level === name}
          onSelect={() => go({ shape: 'grid', factor, level: name, variant: undefined })}
        />
      ))}
    </Stack>
  );
}
