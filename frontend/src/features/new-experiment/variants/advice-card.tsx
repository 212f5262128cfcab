import { Anchor, Group, Stack, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconBulb, IconX } from '@tabler/icons-react';

import { CodeBlock } from '@/components/ui/code/code-block';
import { Section } from '@/components/ui/layout/section';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { IconButton, PlainButton } from '@/components/ui/navigation/buttons';
import { Muted, Small, Subhead } from '@/components/ui/labels/texts';

import { applyChanges } from '../edits/apply-changes';
import { useEditor } from '../draft/editor-context';
import { targetOf } from '../draft/problems';

import { type AdviceGroup, adviceAt, concernedWords, groupsOfAdvice, keyOf } from './advice';

/** What may be wrong with one variant, level or what all share, with a way out. Nothing when there is none. */
export function AdviceCard({ place, variant }: { place: string; variant?: string }) {
  const { advice, dismissedAdvice } = useEditor();
  const groups = groupsOfAdvice(adviceAt(advice, place, variant), dismissedAdvice.keys);
  if (groups.length === 0) return null;
  return (
    <Section
      title="Advice"
      subtitle={groups.length}
      id="advice"
      caption={
        <>
          Advice never blocks a launch. <DocsLink topic="advice">All rules of advice</DocsLink>
        </>
      }
    >
      <Stack gap="lg">
        {groups.map((group) => (
          <AdviceText
            key={keyOf(group.first)}
            group={group}
            withNames={variant !== undefined && group.variants.some((name) => name !== variant)}
          />
        ))}
      </Stack>
    </Section>
  );
}

/** All advice of a plan, with the variants that each concerns. */
export function AdviceSummary() {
  const { advice, dismissedAdvice } = useEditor();
  const groups = groupsOfAdvice(advice, dismissedAdvice.keys);
  const aside = advice.filter((item) => dismissedAdvice.keys.includes(keyOf(item))).length;
  if (groups.length === 0 && aside === 0) return null;
  return (
    <Section
      title="Advice"
      subtitle={groups.length}
      id="advice"
      caption={
        <>
          Settings that have no effect or may mislead. Advice never blocks a launch.{' '}
          <DocsLink topic="advice">All rules of advice</DocsLink>
        </>
      }
      aside={
        aside > 0 && (
          <Anchor component="button" type="button" inherit onClick={dismissedAdvice.restore}>
            Show {aside} that {aside === 1 ? 'was' : 'were'} dismissed
          </Anchor>
        )
      }
    >
      <Stack gap="lg">
        {groups.map((group) => (
          <AdviceText key={keyOf(group.first)} group={group} withNames />
        ))}
        {groups.length === 0 && <Muted>All advice was dismissed.</Muted>}
      </Stack>
    </Section>
  );
}

function AdviceText({ group, withNames = false }: { group: AdviceGroup; withNames?: boolean }) {
  const { dismissedAdvice, edit } = useEditor();
  const { first, all } = group;
  const changes = all.flatMap((item) => item.changes ?? []);
  const warns = first.severity === 'warning';
  const Icon = warns ? IconAlertTriangle : IconBulb;
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start" component="article" aria-label={first.text}>
      <Icon
        size={18}
        aria-label={warns ? 'Warning' : 'Hint'}
        role="img"
        color={warns ? 'var(--dyno-hot-ink)' : 'var(--dyno-dimmed)'}
        style={{ flex: 'none', marginTop: 2 }}
      />
      <Stack gap={6} flex={1} miw={0}>
        {withNames && <Concerned group={group} />}
        <Text fz="sm">{first.text}</Text>
        {first.example && (
          <div>
            <Small mb={2}>Instead</Small>
            <CodeBlock text={first.example} label={`Instead: ${first.text}`} wrap />
            {changes.length > 0 && (
              <PlainButton
                mt={6}
                size="compact-xs"
                aria-label={`Apply: ${first.text}`}
                onClick={() => edit((old) => applyChanges(old, changes))}
              >
                Apply
              </PlainButton>
            )}
          </div>
        )}
        <Small>Source: {first.source}</Small>
      </Stack>
      <Tooltip label="Dismiss until this tab is closed">
        <IconButton
          aria-label={`Dismiss: ${first.text}`}
          onClick={() => dismissedAdvice.dismiss(all.map(keyOf))}
        >
          <IconX size={15} />
        </IconButton>
      </Tooltip>
    </Group>
  );
}

/** Which variants or cells an advice is about, with the way to its setting. */
function Concerned({ group: { first, variants } }: { group: AdviceGroup }) {
  const { definition, go } = useEditor();
  return (
    <Group gap={6}>
      <Subhead>{concernedWords(variants, definition)}</Subhead>
      <Anchor
        component="button"
        type="button"
        fz="xs"
        className="dyno-mono"
        onClick={() => go(targetOf(first.place, definition))}
      >
        {first.knob ?? first.place}
      </Anchor>
    </Group>
  );
}
