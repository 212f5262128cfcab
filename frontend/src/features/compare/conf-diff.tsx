import { Text } from '@mantine/core';

import { CodeBlock } from '@/components/ui/code-block';
import { DiffView } from '@/components/ui/diff-view';
import { Section } from '@/components/ui/section';

interface ConfDiffProps {
  a: string;
  b: string;
  names: [string, string];
  /** Label of the pair that the texts belong to. */
  pair: string;
  many: boolean;
}

/** nginx.conf of A and B, of the first pair. */
export function ConfDiff({ a, b, names, pair, many }: ConfDiffProps) {
  return (
    <Section
      id="conf"
      title="nginx.conf"
      subtitle={many ? `— ${pair}` : undefined}
      caption={`From ${names[0]} to ${names[1]}, with stand-ins for addresses and ports, so that only settings show.`}
    >
      {a === b ? (
        <>
          <Text fz="sm" mb="sm">
            The same text on both sides: what differs is outside nginx.conf.
          </Text>
          <CodeBlock text={a} label="nginx.conf of both sides" copy maxHeight={280} />
        </>
      ) : (
        <DiffView
          before={a}
          after={b}
          label={`nginx.conf of ${names[1]} against ${names[0]}`}
          maxHeight={420}
        />
      )}
    </Section>
  );
}
