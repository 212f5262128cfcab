import { Group, Stack, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  /** Also the title of the browser's tab. */
  title: string;
  /** Where this page hangs: links and an id, separated by slashes. */
  crumbs?: ReactNode[];
  /** The quiet line below the title: state, workload, testbed. */
  meta?: ReactNode;
  actions?: ReactNode;
}

/** Crumbs, title, one quiet line, and the page's actions. */
export function PageHeader({ title, crumbs = [], meta, actions }: PageHeaderProps) {
  useDocumentTitle(`${title} · Dynoboard`);
  return (
    <Stack gap={6}>
      <Group justify="space-between" align="flex-end" gap="sm">
        <Stack gap={4} miw={0} flex="1 1 300px">
          {crumbs.length > 0 && (
            <Group gap={8} fz="sm" c="dimmed" component="nav" aria-label="Where you are">
              {crumbs.map((crumb, n) => (
                <Group gap={8} key={n}>
                  {n > 0 && <span aria-hidden>/</span>}
                  {crumb}
                </Group>
              ))}
            </Group>
          )}
          <Title order={1} size="h2" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {meta && (
        <Group gap="4px 14px" fz="sm" c="dimmed" mt={{ base: 6, sm: 0 }}>
          {meta}
        </Group>
      )}
    </Stack>
  );
}
