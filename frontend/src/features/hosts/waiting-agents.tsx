import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';

import { answerAgent, waitingAgentsQuery } from '@/api/queries/enrolment';
import type { WaitingAgent } from '@/api/types';
import { ago } from '@/components/words/format';
import { useMay } from '@/components/domain/needs';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { Muted, Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { Fact } from './host-card';
import classes from './host-card.module.css';

/** Agents that are not let in until somebody here says so. */
export function WaitingAgents() {
  const { data } = useQuery({ ...waitingAgentsQuery, refetchInterval: 5_000 });
  return data?.map((agent) => <Card key={agent.id} agent={agent} />);
}

function Card({ agent }: { agent: WaitingAgent }) {
  return (
    <Paper component="section" className={classes.waiting} aria-labelledby={`waiting-${agent.id}`}>
      <Stack gap="sm">
        <Group gap={8} wrap="nowrap" align="center">
          <IconUserQuestion size={20} aria-hidden style={{ flex: 'none' }} />
          <Title order={2} fz="lg" id={`waiting-${agent.id}`} style={{ overflowWrap: 'anywhere' }}>
            {titleOf(agent)}
          </Title>
        </Group>
        <Text fz="sm">
          It waits because {agent.reason}.
          {(agent.replaces ?? agent.is_known) && ` Until you decide, ${agent.name} stays as it is.`}
        </Text>
        <WhoAsks agent={agent} />
        <Answer agent={agent} />
      </Stack>
    </Paper>
  );
}

function titleOf({ name, is_known, replaces }: WaitingAgent): string {
  if (is_known) return `${name} asks for a change`;
  if (replaces) return `An agent without ${name}’s credential asks to be ${name}`;
  return `A new machine asks to be ${name}`;
}

/** What to compare with the machine that you expect. */
export function WhoAsks({ agent }: { agent: WaitingAgent }) {
  const machine =
    agent.same_machine === null ? '' : agent.same_machine ? ', the same machine' : ', another machine';
  const rows = [
    ['Calls from', agent.peer],
    ['Address', agent.address],
    ['Machine', `${agent.hostname}, ${agent.system}${machine}`],
    ['Roles', agent.roles.join(', ')],
    ['First asked', ago(agent.since)],
  ] as const;
  return (
    <div>
      <dl className={classes.facts} style={{ marginTop: 0 }}>
        {rows.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      <Small mt={6}>
        The dashboard knows where the agent calls from; address, machine and roles are what the agent reports.
      </Small>
    </div>
  );
}

/** Let it in, or not. */
export function Answer({ agent }: { agent: WaitingAgent }) {
  const isAdmin = useMay('admin');
  const client = useQueryClient();
  const answer = useMutation({
    mutationFn: (answer: 'approve' | 'refuse') => answerAgent(agent.id, answer),
    onSettled: () => client.invalidateQueries({ queryKey: ['hosts'] }),
  });
  if (!isAdmin) {
    return <Muted>An admin approves or refuses it.</Muted>;
  }
  return (
    <Stack gap="xs">
      {answer.isError && <ErrorState error={answer.error} failedPart="nothing was changed" />}
      <Group gap="xs">
        <Button loading={answer.isPending} onClick={() => answer.mutate('approve')}>
          Approve
        </Button>
        <PlainButton
          c="var(--dyno-danger)"
          disabled={answer.isPending}
          onClick={() => answer.mutate('refuse')}
        >
          Refuse
        </PlainButton>
        {agent.replaces && (
          <Small>
            If approved, it replaces the present agent of {agent.name}, which is locked out at once.
          </Small>
        )}
      </Group>
    </Stack>
  );
}
