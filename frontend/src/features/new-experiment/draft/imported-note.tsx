import { List, Text } from '@mantine/core';

import type { Experiment } from '@/api/types';
import { plural } from '@/components/words/format';
import { Section } from '@/components/ui/layout/section';
import { Small } from '@/components/ui/labels/texts';

import { toldOnly } from './imported-facts';

const FEW = 12;

/** What an import says that no knob stands for: it is not part of the definition. */
export function ImportedNote({ experiment: { name, run_list } }: { experiment: Experiment }) {
  const settings = toldOnly(run_list);
  return (
    <Section title={name} subtitle="imported, to be measured here" id="imported">
      <Text fz="sm">
        {settings.length === 0
          ? 'Every imported setting is a knob here.'
          : 'These settings were reported with the results but are not knobs, so they are left out:'}{' '}
        {settings.length === 0 && 'Rounds are interleaved, with a control and a warm-up.'}
      </Text>
      {settings.length > 0 && (
        <>
          <List fz="sm" my="xs">
            {settings.slice(0, FEW).map(({ setting, values, variants }) => (
              <List.Item key={setting}>
                <span className="dyno-mono">{setting}</span> {values.join(' / ')}
                <Small span> {plural(variants, 'variant')}</Small>
              </List.Item>
            ))}
          </List>
          {settings.length > FEW && (
            <Text fz="sm">and {plural(settings.length - FEW, 'other setting')}.</Text>
          )}
          <Text fz="sm">
            Variants that differ only in these become identical. Rounds are interleaved, with a control and a
            warm-up.
          </Text>
        </>
      )}
    </Section>
  );
}
