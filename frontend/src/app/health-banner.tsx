import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { healthQuery } from '@/api/queries/health';
import { Coded } from '@/components/ui/code/coded';
import { DocsLink } from '@/components/ui/navigation/docs-link';

/** Above every page: what is wrong with Dynoboard itself, and what to do. Nothing while all is well. */
export function HealthBanner() {
  const { data } = useQuery(healthQuery);
  return data?.troubles.map(({ code, text, help }, index) => (
    <Alert
      key={`${code} ${index}`}
      role="alert"
      color="red"
      variant="light"
      mb="lg"
      className="dyno-no-print"
      icon={<IconAlertTriangle />}
      title={text}
      styles={{ root: { background: 'var(--dyno-danger-soft)' }, title: { color: 'var(--dyno-danger)' } }}
    >
      <Coded text={help} /> {code === 'space' && <DocsLink topic="space">What to do</DocsLink>}
    </Alert>
  ));
}
