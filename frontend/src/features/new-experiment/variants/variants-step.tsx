import { SegmentedControl, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import { Section } from '@/components/ui/layout/section';

import { type Definition } from '../draft/definition';
import { chainOf } from '../draft/inheritance';
import { cellCount, cellName } from '../draft/cells';
import { useEditor } from '../draft/editor-context';
import { cellOfLevel } from '../edits/grid-edits';
import { KnobSection } from '../knobs/knob-section';
import classes from '../draft/new-experiment.module.css';
import { placeOf } from '../draft/problems';

import { LevelFields } from './level-fields';
import { FactorList } from './factor-list';
import { ConfPreview } from './conf-preview';
import { BaselineField } from './baseline-field';
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
