import { List, Text } from '@mantine/core';

import type { Run } from '@/api/types';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Strong } from '@/components/ui/labels/texts';

type Sign = NonNullable<Run['setting_signs']>[number];

const WORDS = { acted: 'acted', never_acted: 'never acted', unknown: 'not known' } as const;

/** “listen.reuseport never acted: one socket listened.” Of several the names: the section below has the reasons. */
export function NeverActed({ signs }: { signs: Sign[] }) {
  const idleSigns = signs.filter(({ state }) => state === 'never_acted');
  if (idleSigns.length === 0) return null;
  const reason = idleSigns.length === 1 ? idleSigns[0]?.reason : '“Did it act?” says why';
  return (
    <Text fz="sm">
      {idleSigns.map(({ setting }) => setting).join(', ')} never acted: {reason}.
    </Text>
  );
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
