import { SimpleGrid, Text } from '@mantine/core';

import type { Report } from '@/api/types';

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
            <Text fw={600} fz="sm" mb={4}>
              {host}{' '}
              <Text span inherit fw={400} c="dimmed">
                {roles.filter((role) => role !== host).join(', ')}
              </Text>
            </Text>
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
