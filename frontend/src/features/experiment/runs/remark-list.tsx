import { Group, Stack, Text, Title } from '@mantine/core';

import { plural, roundWords } from '@/components/words/format';
import { TextLink } from '@/components/ui/navigation/links';
import { Pill } from '@/components/ui/labels/pill';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { Muted } from '@/components/ui/labels/texts';

import type { Remark } from './trial-rows';
import classes from './remark-list.module.css';

const SHOWN = 40;

/** Why trials are invalid, failed or suspect: one line per reason, its trials on demand. */
export function RemarkList({ remarks }: { remarks: Remark[] }) {
  if (remarks.length === 0) return null;
  return (
    <div>
      <Title order={3} fz="sm" fw={600} mb="xs">
        Findings
      </Title>
      <Stack gap={10}>
        {remarks.map((remark) => (
          <Reason key={`${remark.word} ${remark.code}`} remark={remark} />
        ))}
      </Stack>
    </div>
  );
}

function Reason({ remark: { word, trials } }: { remark: Remark }) {
  const [first] = trials;
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <div style={{ flex: 'none', width: 74 }}>
        {word === 'suspect' ? (
          <Pill tone="outline" hint="These trials count, but are worth a look.">
            suspect
          </Pill>
        ) : (
          <StateBadge state={word} />
        )}
      </div>
      <details className={classes.details} open={trials.length <= 3}>
        <summary>
          {plural(trials.length, 'trial')}
          {trials.length > 3 && <Muted span> — such as: {first?.text}</Muted>}
        </summary>
        <Stack gap={4} mt={6}>
          {trials.slice(0, SHOWN).map(({ trial, run, text }) => (
            <Text fz="sm" key={trial.id}>
              <TextLink
                underline="always"
                to="/runs/$id"
                params={{ id: run.id }}
                search={{ trial: trial.id }}
              >
                {run.variant}, {roundWords(trial.round, trial.repeat)}
                {trial.attempt > 1 ? `, attempt ${trial.attempt}` : ''}
              </TextLink>
              : {text}
            </Text>
          ))}
          {trials.length > SHOWN && (
            <Muted>and {plural(trials.length - SHOWN, 'more trial')}: choose a run to see its own.</Muted>
          )}
        </Stack>
      </details>
    </Group>
  );
}
