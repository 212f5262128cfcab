import { useQuery } from '@tanstack/react-query';

import { healthQuery } from '@/api/queries/health';
import { Coded } from '@/components/ui/code/coded';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { DangerAlert } from '@/components/ui/feedback/danger-alert';

/** Above every page: what is wrong with Dynoboard itself, and what to do. Nothing while all is well. */
export function HealthBanner() {
  const { data } = useQuery(healthQuery);
  return data?.troubles.map(({ code, text, help }, index) => (
    <DangerAlert key={`${code} ${index}`} mb="lg" className="dyno-no-print" title={text}>
      <Coded text={help} /> {code === 'space' && <DocsLink topic="space">What to do</DocsLink>}
    </DangerAlert>
  ));
}
