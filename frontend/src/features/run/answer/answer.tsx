import { Group, Stack, Title, Text } from '@mantine/core';

import { METRICS } from '@/api/catalog';
import type { Run } from '@/api/types';
import { loadText } from '@/components/words/workload';
import { VerdictBadge, verdictWord } from '@/components/ui/labels/verdict-badge';
import { ButtonLink } from '@/components/ui/navigation/links';
import { capital, intervalPercent, measure, percent, quantity, spread } from '@/components/words/format';
import { Muted, Strong } from '@/components/ui/labels/texts';
import { TrustBadge } from '@/components/domain/trust-badge';

import { deltaTone } from './delta-tone';
import { NeverActed } from './setting-signs';
import { bottleneckTitle } from './bottlenecks';

/** This run against its baseline with size and certainty; how far to trust it, red before it; what to do next. */
export function Answer({ run }: { run: Run }) {
  const { baseline, bottlenecks, trust } = run;
  const isDoubtful = trust?.level === 'red';
  return (
    <Stack component="section" aria-label="Answer" gap="sm" style={{ overflowWrap: 'anywhere' }}>
      {isDoubtful && <TrustLine trust={trust} />}
      <Title order={2} fz={{ base: 'md', sm: 'lg' }} fw={600} lh={1.4} data-untrusted={run.is_untrusted}>
        <Sentences run={run} />
      </Title>
      {!isDoubtful && <TrustLine trust={trust} />}
      <NeverActed signs={run.setting_signs ?? []} />
      <BottleneckLine bottlenecks={bottlenecks} />
      {baseline && (
        <Group gap="sm" className="dyno-no-print">
          <ButtonLink to="/compare" search={{ a: baseline.run_id, b: run.id }}>
            Compare with baseline
          </ButtonLink>
          <Muted>{baseline.name}</Muted>
        </Group>
      )}
    </Stack>
  );
}

function Sentences({ run }: { run: Run }) {
  if (run.ceiling) return ceilingWords(run.ceiling);
  if (run.is_baseline) return 'The baseline: other runs are compared with it.';
  const questions = run.figures.filter(({ delta }) => delta && !delta.exploratory);
  if (questions.length === 0) return 'No baseline to compare with.';
  return questions.map((figure, n) => (
    <Sentence key={figure.metric} figure={figure} reasonBefore={questions[n - 1]?.delta?.because} />
  ));
}

interface SentenceProps {
  figure: Run['figures'][number];
  /** Of the sentence before: it is said once. */
  reasonBefore?: string;
}

/** “Requests per second 16.8k → 10.2k req/s −39.1% [−48.0 … −28.7%] worse”. */
function Sentence({ figure: { metric, delta }, reasonBefore }: SentenceProps) {
  const { phrase, unit } = METRICS.find(({ name }) => name === metric) ?? { phrase: metric, unit: '1' };
  if (!delta) return null;
  const { change, low, high, baseline_mean, changed_mean, because } = delta;
  return (
    <Group gap="2px 8px" align="baseline">
      <span>
        {capital(phrase)} {fromTo(baseline_mean, changed_mean, unit)}
      </span>
      <span className="dyno-figure" style={{ color: deltaTone(delta) }}>
        {percent(change, low, high)}
      </span>
      <Muted span className="dyno-figure">
        {low == null ? 'no interval' : `[${intervalPercent(low, high)}]`}
      </Muted>
      <VerdictBadge
        verdict={verdictWord(delta)}
        detail={`${delta.reason} What matters here: ${spread(delta.min_effect)}.`}
      />
      {because && because !== reasonBefore && <Muted span>{because}</Muted>}
    </Group>
  );
}

/** The unit once, where it is the same. */
function fromTo(before: number | null | undefined, after: number | null | undefined, unit: string): string {
  const [from, to] = [quantity(before, unit), quantity(after, unit)];
  return `${from.unit === to.unit ? from.value : measure(before, unit)} → ${measure(after, unit)}`;
}

/** Trials at different loads are not compared; the ceilings are. */
const ceilingWords = ({ of, clean, change }: NonNullable<Run['ceiling']>) =>
  `At ${loadText(of, clean ?? 0)}` +
  (change === null ? '.' : `; that number is ${percent(change)} against the baseline’s.`);

/** How far the figures can be trusted, with the reasons; nothing before the end. */
function TrustLine({ trust }: Pick<Run, 'trust'>) {
  if (!trust) return null;
  return (
    <Group gap="sm" align="baseline">
      <TrustBadge trust={trust} />
      {trust.reasons.length > 0 && (
        <Text fz="sm" flex="1 1 240px">
          {trust.reasons.map(({ sentence }) => sentence).join(' ')}
        </Text>
      )}
    </Group>
  );
}

/** What held the run back, with the evidence for the first. */
function BottleneckLine({ bottlenecks = [] }: Pick<Run, 'bottlenecks'>) {
  const [first, ...otherBottlenecks] = bottlenecks;
  if (!first) return null;
  return (
    <Text fz="sm" component="aside" aria-label="What was the bottleneck">
      <Strong>{bottleneckTitle(first)}</Strong> {first.sentence}
      {otherBottlenecks.length > 0 && ` Also ${otherBottlenecks.map(({ title }) => title).join(', ')}.`}
    </Text>
  );
}
