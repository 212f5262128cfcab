import { Text } from '@mantine/core';

import type { Run } from '@/api/types';
import { CodeBlock } from '@/components/ui/code/code-block';
import { DiffView } from '@/components/ui/code/diff-view';
import { Section } from '@/components/ui/layout/section';

/** nginx.conf under test: what differs from the baseline's. */
export function ConfDiff({ run: { conf, baseline } }: { run: Run }) {
  const isSame = baseline?.conf === conf;
  return (
    <Section
      id="conf"
      title="nginx.conf"
      subtitle={baseline && !isSame ? '— against the baseline' : undefined}
      caption="With placeholders for addresses and ports, so that only settings differ. What nginx read back stands below."
    >
      {baseline && !isSame ? (
        <DiffView
          before={baseline.conf}
          after={conf}
          label={`nginx.conf against that of ${baseline.name}`}
          maxHeight={480}
        />
      ) : (
        <>
          {isSame && (
            <Text fz="sm" c="dimmed" mb="sm">
              The same text as the baseline’s: the differences are outside nginx.conf.
            </Text>
          )}
          <CodeBlock text={conf} label="nginx.conf" copy maxHeight={480} />
        </>
      )}
    </Section>
  );
}
