import { Group, Paper, SimpleGrid, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { Host } from '@/api/types';
import { plural } from '@/components/words/format';
import { ButtonLink, TextLink } from '@/components/ui/navigation/links';

/** The way to a first result, for those who have none yet. */
export function FirstSteps({ hosts = [] }: { hosts?: Host[] }) {
  const online = hosts.filter((host) => host.online).length;
  return (
    <section aria-label="First steps">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Step
          number={1}
          done={online > 0}
          title={online > 0 ? `${plural(online, 'host')} online` : 'Add a host'}
          action={
            <ButtonLink to="/hosts" variant="default">
              {online > 0 ? 'View hosts' : 'Add a host'}
            </ButtonLink>
          }
        >
          An agent applies settings, runs the load tool and puts everything back. “dyno up” starts three on
          this machine.
        </Step>
        <Step
          number={2}
          title="Pick a recipe"
          action={
            <ButtonLink to="/recipes" variant="default">
              Recipes
            </ButtonLink>
          }
        >
          Pinned against unpinned, worker processes step by step, keep-alive: each has a quick form of a few
          minutes.
        </Step>
        <Step number={3} title="Launch" action={<ButtonLink to="/new">New experiment</ButtonLink>}>
          Review the plan first: trial order, duration, what changes where. Then watch the results come in.
        </Step>
      </SimpleGrid>
      <Text fz="sm" c="dimmed" mt="md">
        Have output of wrk, ab or weighttp, or a published table?{' '}
        <TextLink to="/import" underline="always">
          Import them
        </TextLink>{' '}
        and compare.
      </Text>
    </section>
  );
}

interface StepProps {
  number: number;
  title: string;
  done?: boolean;
  action: ReactNode;
  children: ReactNode;
}

function Step({ number, title, done = false, action, children }: StepProps) {
  return (
    <Paper>
      <Group gap="sm" mb="xs">
        <ThemeIcon radius="xl" size={26} variant={done ? 'filled' : 'light'}>
          {done ? <IconCheck size={15} /> : <Text fz="sm">{number}</Text>}
        </ThemeIcon>
        <Title order={2} fz="lg">
          {title}
        </Title>
      </Group>
      <Text fz="sm" c="dimmed" mb="md">
        {children}
      </Text>
      {action}
    </Paper>
  );
}
