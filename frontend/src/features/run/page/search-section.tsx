import type { CeilingRun } from '@/api/types';
import { Probes } from '@/components/domain/probes';
import { Section } from '@/components/ui/layout/section';
import { loadText } from '@/components/words/workload';

/** The search of one run: its answer in a sentence, and its probes. */
export default function SearchSection({ run }: { run: CeilingRun }) {
  const { of, clean, sentence } = run;
  return (
    <Section
      id="ceiling"
      title="Search for the ceiling"
      subtitle={`— ${sentence}`}
      caption={clean !== null && `The figures are those at ${loadText(of, clean)}.`}
    >
      <Probes run={run} />
    </Section>
  );
}
