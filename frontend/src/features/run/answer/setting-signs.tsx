import { List, Text } from '@mantine/core';

import type { Run } from '@/api/types';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Strong } from '@/components/ui/labels/texts';

type Sign = NonNullable<Run['setting_signs']>[number];

const WORDS = { acted: 'acted', never_acted: 'never acted', unknown: 'not known' } as const;

/** “listen.reuseport never acted: one socket listened.” */
export function NeverActed({ signs }: { signs: Sign[] }) {
  return signs
    .filter(({ state }) => state === 'never_acted')
    .map(({ setting, reason }) => (
      <Text key={setting} fz="sm">
        {setting} never acted: {reason}.
      </Text>
    ));
}

/** Each setting that the baseline does not have: whether it acted, and what shows it. */
export function SettingSigns({ signs }: { signs: Sign[] }) {
  if (signs.length === 0) return null;
  return (
    <FoldedSection
      id="acted"
      title="Did it act?"
      subtitle="what shows that a setting acted"
      caption={<DocsLink topic="acted">How it is known</DocsLink>}
    >
      <List spacing="xs" fz="sm" listStyleType="none">
        {signs.map(({ setting, state, reason }) => (
          <List.Item key={setting}>
            <Strong>{setting}</Strong> {WORDS[state]}
            {reason && `: ${reason}`}
          </List.Item>
        ))}
      </List>
    </FoldedSection>
  );
}
