import { Text } from '@mantine/core';

import type { Knob } from '@/api/types';
import { DocsLink } from '@/components/ui/navigation/docs-link';

import type { OnHost } from './knob-families';
import { costOf, placeWords, rangeOf } from './knobs';
import { neededBy } from './nginx-build';
import { useCpus } from './use-cpus';

interface KnobDetailsProps {
  knob: Knob;
  now?: OnHost;
  /** The plan says already what is wrong with it. */
  isToldAbove: boolean;
}

/** What a knob does, what it takes, where it acts, what it costs, and what the host says of it. */
export function KnobDetails({ knob, now, isToldAbove }: KnobDetailsProps) {
  const cpus = useCpus(knob);
  const range = knob.type !== 'switch' && rangeOf(knob);
  const usual = `default: ${now?.usual ?? knob.default}`;
  const details = [usual, range, placeWords(knob), costOf(knob), neededBy(knob)];
  return (
    <>
      {knob.text}
      {knob.family === 'raw' && (
        <>
          {' '}
          <DocsLink topic="nginxDirectives">What it may say</DocsLink>
        </>
      )}
      <span style={{ display: 'block', marginTop: 2 }}>{details.filter(Boolean).join(' · ')}</span>
      {now?.current !== undefined && (
        <span style={{ display: 'block', marginTop: 2 }}>
          {now.name} has <b className="dyno-mono">{now.current}</b> now
        </span>
      )}
      {cpus && <b style={{ display: 'block', marginTop: 2 }}>{cpus}</b>}
      {now?.refusal && !isToldAbove && (
        <Text span fz="xs" c="var(--dyno-danger)" display="block" mt={2}>
          Not available on {now.name}: {now.refusal}
        </Text>
      )}
    </>
  );
}
