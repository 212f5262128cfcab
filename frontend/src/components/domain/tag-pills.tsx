import { Group } from '@mantine/core';

import { TextLink } from '@/components/ui/navigation/links';
import { Pill } from '@/components/ui/labels/pill';
import { keyed } from '@/components/words/search';

/** Tags, each a link to all experiments that have it. */
export function TagPills({ tags }: { tags: string[] }) {
  if (tags.length === 0) return null;
  return (
    <Group gap={6} component="span" my={2}>
      {tags.map((tag) => (
        <Pill key={tag} tone="accent">
          <TextLink to="/experiments" search={{ q: keyed('tag', tag) }} c="inherit">
            {tag}
          </TextLink>
        </Pill>
      ))}
    </Group>
  );
}
