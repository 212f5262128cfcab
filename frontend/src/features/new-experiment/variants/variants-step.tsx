import { SegmentedControl, Stack, Select, Switch, Group } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { IconTrash } from '@tabler/icons-react';

import { Section } from '@/components/ui/layout/section';
import { PlainButton } from '@/components/ui/navigation/buttons';

import type { Definition } from '../draft/definition';
import { chainOf } from '../draft/inheritance';
import { cellCount, cellName, baselineName, cellsOf, namesOf } from '../draft/cells';
import { useEditor } from '../draft/editor-context';
import { cellOfLevel, removeLevel, renameLevel } from '../edits/grid-edits';
import { KnobSection } from '../knobs/knob-section';
import classes from '../draft/new-experiment.module.css';
import { placeOf, countBelow, messageAt } from '../draft/problems';
import { setBaseline } from '../edits/edits';
import { NameField } from '../fields/name-field';

import { FactorList } from './factor-list';
import { ConfPreview } from './conf-preview';
import { AdviceCard } from './advice-card';
import { useSelectedLevel } from './selected-level';
import { useSelectedIndex } from './selected-variant';
import { VariantFields } from './variant-fields';
import { VariantList } from './variant-list';

const route = getRouteApi('/new');

/** What to compare: a list of variants, a grid of factors and levels, or both. */
export function VariantsStep() {
  const { definition, go } = useEditor();
  const search = route.useSearch();
  const shape = search.shape ?? usualShape(definition);
  const runs = definition.variants.length + cellCount(definition);
  return (
    <div className={classes.variants}>
      <Section
        title="Variants"
        subtitle={runs}
        id="variants"
        aside={
          <SegmentedControl
            aria-label="List or grid"
            value={shape}
            onChange={(next) => go({ shape: next as 'list' })}
            data={[
              { value: 'list', label: 'List' },
              { value: 'grid', label: 'Grid' },
            ]}
          />
        }
      >
        <Stack gap="md">
          {shape === 'list' ? <VariantList /> : <FactorList />}
          <BaselineField />
        </Stack>
      </Section>
      <Stack gap="md" miw={0}>
        {shape === 'list' ? <VariantEditor /> : <LevelEditor />}
      </Stack>
    </div>
  );
}

const usualShape = ({ variants, factors }: Definition) =>
  variants.length === 0 && Object.keys(factors).length > 0 ? 'grid' : 'list';

function VariantEditor() {
  const { definition } = useEditor();
  const index = useSelectedIndex();
  const variant = definition.variants[index];
  if (!variant) return <SharedEditor />;
  return (
    <>
      <KnobSection
        key={`${index} of ${definition.variants.length}`} // not by name: see NameField
        title={variant.name}
        subtitle={variant.from && `from ${variant.from}`}
        path={['variants', index, 'set']}
        parents={chainOf(definition, variant).slice(0, -1)}
        fields={<VariantFields variant={variant} index={index} />}
      />
      <AdviceCard place={placeOf(['variants', index])} variant={variant.name} />
      <ConfPreview variant={variant.name} />
    </>
  );
}

function SharedEditor() {
  return (
    <>
      <KnobSection
        title="All variants"
        path={['set']}
        caption="Applies to every variant and every grid cell that does not override it."
      />
      <AdviceCard place="set" />
    </>
  );
}

function LevelEditor() {
  const { definition } = useEditor();
  const search = route.useSearch();
  const { factor, level, id } = useSelectedLevel();
  if (factor === undefined || level === undefined || search.variant === '*') return <SharedEditor />;
  const cell = cellOfLevel(definition, factor, level);
  return (
    <>
      <KnobSection
        key={id} // not by name: see NameField
        title={`${factor}: ${level}`}
        path={['factors', factor, level]}
        fields={<LevelFields factor={factor} level={level} />}
      />
      <AdviceCard place={placeOf(['factors', factor, level])} />
      {cell && <ConfPreview variant={cellName(cell)} />}
    </>
  );
}

/** What the others are compared with, and whether a second copy of it shows the noise. */
function BaselineField() {
  const { definition, problems, edit } = useEditor();
  const names = [...new Set(namesOf(definition))];
  const name = baselineName(definition);
  const below = problems.find(({ place }) => place.startsWith('baseline.'))?.message;
  return (
    <Stack gap="sm">
      <Select
        label="Baseline"
        description="The others are compared with it."
        size="xs"
        searchable
        allowDeselect={false}
        data={names}
        value={name !== undefined && names.includes(name) ? name : null}
        placeholder={name}
        onChange={(next) => next !== null && edit((old) => setBaseline(old, next, cellsOf(old)))}
        error={messageAt(problems, 'baseline') ?? (countBelow(problems, 'baseline') > 0 ? below : undefined)}
      />
      <Switch
        size="xs"
        label="A/A control"
        description="A second copy of the baseline: it should not differ. Where it does, no verdict is given."
        checked={definition.control !== false}
        onChange={({ currentTarget: { checked: control } }) => edit((old) => ({ ...old, control }))}
        error={messageAt(problems, 'control')}
      />
    </Stack>
  );
}

/** Name of a level, and removing it. */
function LevelFields({ factor, level }: { factor: string; level: string }) {
  const { definition, edit, go } = useEditor();
  const levels = Object.keys(definition.factors[factor] ?? {});
  return (
    <Group gap="sm" align="flex-end">
      <NameField
        label="Name of the level"
        size="xs"
        style={{ flex: 1 }}
        value={level}
        takenNames={levels}
        onRename={(name) => {
          edit((old) => renameLevel(old, factor, level, name));
          go({ factor, level: name });
        }}
      />
      <PlainButton
        size="xs"
        leftSection={<IconTrash size={14} />}
        disabled={levels.length < 2}
        onClick={() => {
          edit((old) => removeLevel(old, factor, level));
          go({ level: undefined });
        }}
      >
        Remove
      </PlainButton>
    </Group>
  );
}
