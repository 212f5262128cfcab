import { Text, Title } from '@mantine/core';

interface HeadlineProps {
  /** What came out, as the server says it everywhere. */
  lead: string[];
  /** It has a verdict; what has none is muted. */
  settled: boolean;
  /** What made the difference, where profiles tell it. */
  cause?: string | null;
}

/** What came out, a sentence for each question: a page's second heading. */
export function Headline({ lead, settled, cause }: HeadlineProps) {
  return (
    <div style={{ maxWidth: 1080, overflowWrap: 'anywhere', textWrap: 'pretty' }}>
      <Title
        order={2}
        fz={{ base: 'md', sm: 'lg' }}
        fw={settled ? 600 : 500}
        lh={1.4}
        c={settled ? undefined : 'dimmed'}
      >
        {lead.map((sentence) => (
          <div key={sentence}>{sentence}</div>
        ))}
      </Title>
      {cause && (
        <Text mt={4} fz={{ base: 'sm', sm: 'md' }} c="dimmed">
          {cause}
        </Text>
      )}
    </div>
  );
}
