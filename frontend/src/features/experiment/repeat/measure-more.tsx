import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { measureMore } from '@/api/queries/experiments';
import { isShared } from '@/api/share';
import type { Experiment } from '@/api/types';
import { NumberField } from '@/components/ui/dialogs/number-field';
import { useMay } from '@/components/domain/needs';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { Dialog } from '@/components/ui/dialogs/dialog';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { plural, span } from '@/components/words/format';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

type Offer = NonNullable<Experiment['more']>;

/** What would settle an unclear candidate, with its button unless the next step has it; or why it cannot be measured. */
export function MeasureMore({ experiment }: { experiment: Experiment }) {
  const canOperate = useMay('operator');
  const { more: offer, first_stage: stage, headline } = experiment;
  const isNextStep = canOperate && headline?.next_step?.kind === 'measure_more';
  const isOffered = offer && !isShared && !isNextStep;
  if (!stage && !isOffered) return null;
  return (
    <Stack gap="xs">
      {stage && <Muted>{stage.sentence}</Muted>}
      {isOffered && (
        <Group gap="sm" align="center">
          <Text fz="sm" flex={{ base: '1 1 100%', sm: '0 1 auto' }}>
            {offer.why_not ? `Rounds cannot be added: ${offer.why_not}.` : offer.sentence}
            {!offer.why_not && !canOperate && ' Only operators can measure more.'}
          </Text>
          {!offer.why_not && <MeasureMoreButton experiment={experiment} label="Measure more" isSmall />}
        </Group>
      )}
    </Stack>
  );
}

interface ButtonProps {
  experiment: Experiment;
  label: string;
  isSmall?: boolean;
}

/** Asks how many rounds, with their cost; nothing where none can be added. */
export function MeasureMoreButton({ experiment, label, isSmall = false }: ButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const canOperate = useMay('operator');
  const { more: offer } = experiment;
  if (!offer || offer.why_not) return null;
  return (
    <>
      <Button
        size={isSmall ? 'xs' : undefined}
        variant={isSmall ? 'default' : 'filled'}
        disabled={!canOperate}
        onClick={open}
      >
        {label}
      </Button>
      {isOpen && <Rounds {...{ experiment, offer, close }} />}
    </>
  );
}

function Rounds({ experiment, offer, close }: { experiment: Experiment; offer: Offer; close: () => void }) {
  const { id, name, run_list } = experiment;
  const [rounds, setRounds] = useState<number | string>(
    Math.min(offer.rounds ?? experiment.rounds, offer.max_rounds),
  );
  const queryClient = useQueryClient();
  const measure = useMutation({
    mutationFn: (count: number) => measureMore(id, count),
    onSuccess: (fresh) => {
      queryClient.setQueryData(['experiments', id], fresh);
      close();
    },
  });
  const count = Number(rounds);
  const isNumber = Number.isInteger(count) && count >= 1 && count <= offer.max_rounds;
  return (
    <Dialog onClose={close} title={`Measure “${name}” more?`}>
      <Stack gap="md">
        <NumberField
          label="Rounds"
          description={offer.sentence}
          value={rounds}
          onChange={setRounds}
          min={1}
          max={offer.max_rounds}
          error={isNumber ? undefined : `From 1 to ${offer.max_rounds}`}
          data-autofocus
        />
        <Text fz="sm">
          {isNumber && `Takes about ${span(Math.ceil(count * offer.round_s))}. `}
          {offer.runs < run_list.length
            ? `${plural(offer.runs, 'run')} of ${run_list.length} are measured; the others have their verdict. `
            : 'All runs are measured. '}
          Verdicts that were given stay. This can be done once.{' '}
          <DocsLink topic="more">What that costs</DocsLink>
        </Text>
        {measure.error && (
          <ErrorState
            error={measure.error}
            failedPart="nothing was changed"
            hint="Put back what changed, or launch it again."
          />
        )}
        <Group justify="flex-end" gap="xs">
          <PlainButton onClick={close}>Leave it as it is</PlainButton>
          <Button disabled={!isNumber} loading={measure.isPending} onClick={() => measure.mutate(count)}>
            Measure {isNumber ? plural(count, 'round') : ''}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
