import { Stack } from '@mantine/core';
import { IconBulb, IconPlus } from '@tabler/icons-react';

import { PlainButton } from '@/components/ui/navigation/buttons';
import { Small, Subhead } from '@/components/ui/labels/texts';

import { type Definition, type Variant } from '../draft/definition';
import { baselineName } from '../draft/cells';
import { addVariant } from '../edits/edits';
import { useEditor } from '../draft/editor-context';
import { summaryOf } from '../knobs/knobs';
import classes from '../draft/new-experiment.module.css';
import { countBelow } from '../draft/problems';

import { adviceAt, groupsOfAdvice } from './advice';
import { useSelectedIndex } from './selected-variant';

/** The variants by name, with what each changes. */
export function VariantList() {
  const { definition, problems, edit, go, advice, dismissedAdvice } = useEditor();
  const adviceCount = (index: number, name: string) =>
    groupsOfAdvice(adviceAt(advice, `variants[${index}]`, name), dismissedAdvice.keys).length;
  const selectedIndex = useSelectedIndex();
  const add = () => {
    go({ shape: 'list', variant: addVariant(definition).variants.at(-1)?.name });
    edit(addVariant);
  };
  return (
    <Stack gap="xs">
      <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        <SharedItem current={selectedIndex === -1} />
        {definition.variants.map((variant, index) => (
          <li key={index}>
            <Item
              name={variant.name}
              about={aboutOf(variant, definition)}
              count={countBelow(problems, `variants[${index}]`)}
              adviceCount={adviceCount(index, variant.name)}
              current={index === selectedIndex}
              onSelect={() => go({ shape: 'list', variant: variant.name })}
            />
          </li>
        ))}
      </Stack>
      <PlainButton leftSection={<IconPlus size={16} />} onClick={add}>
        Variant
      </PlainButton>
    </Stack>
  );
}

/** What all variants share. */
export function SharedItem({ current }: { current: boolean }) {
  const { definition, problems, go } = useEditor();
  return (
    <li>
      <Item
        name="All variants"
        about={Object.keys(definition.set).length === 0 ? 'nothing shared' : summaryOf(definition.set)}
        count={countBelow(problems, 'set')}
        current={current}
        onSelect={() => go({ variant: '*' })}
      />
    </li>
  );
}

function aboutOf({ name, from, set, topology }: Variant, definition: Definition): string {
  const isBaseline = baselineName(definition) === name;
  return [
    isBaseline && (definition.control === false ? 'baseline' : 'baseline · + A/A control'),
    from && `from ${from}`,
    topology && `topology ${topology}`,
    (!isBaseline || Object.keys(set ?? {}).length > 0) &&
      !(topology && !Object.keys(set ?? {}).length) &&
      summaryOf(set),
  ]
    .filter(Boolean)
    .join(' · ');
}

interface ItemProps {
  name: string;
  about: string;
  count?: number;
  /** How much advice there is on it. */
  adviceCount?: number;
  current: boolean;
  onSelect: () => void;
}

/** One thing to select from a list, with a quiet line below its name. */
export function Item({ name, about, count = 0, adviceCount = 0, current, onSelect }: ItemProps) {
  return (
    <button type="button" className={classes.item} aria-current={current || undefined} onClick={onSelect}>
      <Subhead>
        {name} {count > 0 && <span className={classes.count}>{count}</span>}
        {adviceCount > 0 && (
          <span className={classes.advised} title={`Advice: ${adviceCount}`}>
            <IconBulb size={13} aria-label="Advice:" role="img" /> {adviceCount}
          </span>
        )}
      </Subhead>
      <Small>{about}</Small>
    </button>
  );
}
