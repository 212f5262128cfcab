import { Text } from '@mantine/core';

import type { Run } from '@/api/types';
import { CodeBlock } from '@/components/ui/code/code-block';
import { DiffView } from '@/components/ui/code/diff-view';
import { FoldedSection } from '@/components/ui/layout/folded-section';

/** nginx.conf under test: what differs from the baseline's. */
export function ConfDiff({ run: { conf, baseline } }: { run: Run }) {
  const isSame = baseline?.conf === conf;
  return (
    <FoldedSection
      id="conf"
      title="nginx.conf"
      subtitle={isSame ? 'the same as the baseline’s' : baseline && 'what differs from the baseline’s'}
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
    </FoldedSection>
  );
}
