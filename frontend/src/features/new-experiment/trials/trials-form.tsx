import { SimpleGrid, Stack } from '@mantine/core';

import { NumberField, numberOf, type Typed } from '@/components/ui/dialogs/number-field';
import { Section } from '@/components/ui/layout/section';
import { DocsLink } from '@/components/ui/navigation/docs-link';

import type { Definition } from '../draft/definition';
import { useEditor } from '../draft/editor-context';
import { isSearch } from '../edits/load-edits';
import { messageAt } from '../draft/problems';
import { percentOf, withUnit } from '../edits/trials-edits';

import { Choice } from './choice';
import { DiagnosticsField } from './diagnostics-field';
import { ServersField } from './servers-field';
import { TrialsField } from './trials-field';

const TOPOLOGIES = {
  proxied: 'load → proxy → backend',
  direct: 'load → backend, without the proxy',
  proxy_only: 'the proxy answers itself',
};

/** How often, in which order, over which hops. */
export function TrialsForm() {
  const { definition, edit, problems } = useEditor();
  const { warmup = {}, order = 'interleaved', topology = 'proxied', on_failure = 'continue' } = definition;
  const set = (fields: Partial<Definition>) => edit((old) => ({ ...old, ...fields }));
  return (
    <Section
      title="Trials"
      id="trials"
      caption={
        isSearch(definition) ? (
          'Each probe is one trial, so its time decides what counts as clean: a longer one finds rarer failures.'
        ) : (
          <>
            More short trials beat few long ones: the interval around each change comes from how trials
            differ. <DocsLink topic="rounds">How many rounds are needed</DocsLink>
          </>
        )
      }
    >
      <Stack gap="lg">
        {!isSearch(definition) && <TrialsField />}
        {!isSearch(definition) && <ServersField />}
        {!isSearch(definition) && <DiagnosticsField />}
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
          <NumberField
            label="Warm-up when prepared"
            description="of a run’s first servers; later ones get 0.3 s"
            unit="s"
            min={0}
            value={warmup.prepared ?? 2}
            onChange={(seconds) => set({ warmup: { ...warmup, prepared: seconds } })}
            error={messageAt(problems, 'warmup', 'warmup.prepared')}
          />
          <NumberField
            label="Warm-up before each trial"
            description="not measured"
            unit="s"
            min={0}
            value={warmup.trial ?? 0}
            onChange={(trial) => set({ warmup: { ...warmup, trial } })}
            error={messageAt(problems, 'warmup.trial')}
          />
          <NumberField
            label="Seed of the order"
            description="empty: a new one each time"
            min={0}
            value={definition.seed ?? ''}
            onChange={(value) => set({ seed: value === '' ? undefined : value })}
            error={messageAt(problems, 'seed')}
          />
          <NumberField
            label="Failed requests allowed"
            description="per trial; more make it invalid"
            unit="%"
            min={0}
            value={percentOf(definition.allowed_failures)}
            onChange={(value) => set({ allowed_failures: withUnit(value, '%') })}
            error={messageAt(problems, 'allowed_failures')}
          />
          <NumberField
            label="Wait for a host that is offline"
            description="then it pauses; empty: 1 minute"
            unit="min"
            min={1}
            value={minutesOf(definition.wait_for_hosts)}
            onChange={(value) => set({ wait_for_hosts: withUnit(value, 'm') })}
            error={messageAt(problems, 'wait_for_hosts')}
          />
        </SimpleGrid>
        <Choice
          label="Order"
          value={order}
          options={{ interleaved: 'Interleaved', sequential: 'Sequential' }}
          hint={
            order === 'interleaved'
              ? 'Each round measures every run once, in random order: drift during the experiment affects all runs alike.'
              : 'All trials of one run, then the next: drift looks like a change. Use only to repeat what others did.'
          }
          onChange={(next) => set({ order: next })}
        />
        <Choice
          label="Topology"
          value={topology}
          options={{ proxied: 'Proxied', direct: 'Direct', proxy_only: 'Proxy only' }}
          hint={`${TOPOLOGIES[topology]}; a variant may have its own.`}
          error={messageAt(problems, 'topology')}
          onChange={(next) => set({ topology: next })}
        />
        <Choice
          label="When a trial fails"
          value={on_failure}
          options={{ continue: 'Go on', stop: 'Stop' }}
          hint={
            on_failure === 'continue'
              ? 'The other trials are still measured.'
              : 'The experiment ends and hosts are restored.'
          }
          onChange={(next) => set({ on_failure: next })}
        />
      </Stack>
    </Section>
  );
}

/** The API says seconds, the field minutes. */
const minutesOf = (wait: Typed | null | undefined): Typed =>
  typeof wait === 'number' ? wait / 60 : numberOf((wait ?? '').replace(/m$/, ''));
