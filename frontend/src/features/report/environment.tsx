import { SimpleGrid, Text } from '@mantine/core';

import type { Report } from '@/api/types';
import { Dimmed, Subhead } from '@/components/ui/labels/texts';

import classes from './report.module.css';

interface EnvironmentProps {
  hosts: Report['environment'];
  note: string | null;
}

/** The machines and what was known of them. */
export function Environment({ hosts, note }: EnvironmentProps) {
  return (
    <>
      {note && <Text className={classes.line}>{note}</Text>}
      <SimpleGrid
        cols={{ base: 1, sm: Math.min(3, Math.max(1, hosts.length)) }}
        spacing="lg"
        mt={note ? 'sm' : 0}
      >
        {hosts.map(({ host, roles, facts }) => (
          <div key={`${host} ${roles.join()}`}>
            <Subhead mb={4}>
              {host} <Dimmed fw={400}>{roles.filter((role) => role !== host).join(', ')}</Dimmed>
            </Subhead>
            <dl className={classes.facts}>
              {facts.map(({ name, value }) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </SimpleGrid>
    </>
  );
}
