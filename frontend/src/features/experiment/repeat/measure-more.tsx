import { Button, Group, Modal, NumberInput, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { measureMore } from '@/api/queries/experiments';
import { isShared } from '@/api/share';
import type { Experiment } from '@/api/types';
import { useMay } from '@/components/domain/needs';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { plural, span } from '@/components/words/format';

type Offer = NonNullable<Experiment['more']>;

/** What would settle an unclear candidate, and the button that measures it; or why that is not possible. */
export function MeasureMore({ experiment }: { experiment: Experiment }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const canOperate = useMay('operator');
  const { more: offer, first_stage: stage } = experiment;
  return (
    <>
      {stage && (
        <Text fz="sm" c="dimmed">
          {stage.sentence}
        </Text>
      )}
      {offer && !isShared && (
        <Group gap="sm" align="center">
          <Text fz="sm" flex={{ base: '1 1 100%', sm: '0 1 auto' }}>
            {offer.why_not ? `Rounds cannot be added: ${offer.why_not}.` : offer.sentence}
            {!offer.why_not && !canOperate && ' Only operators can measure more.'}
          </Text>
          {!offer.why_not && (
            <Button size="xs" variant="default" disabled={!canOperate} onClick={open}>
              Measure more
            </Button>
          )}
        </Group>
      )}
      {offer && isOpen && <Dialog {...{ experiment, offer, close }} />}
    </>
  );
}

function Dialog({ experiment, offer, close }: { experiment: Experiment; offer: Offer; close: () => void }) {
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
    <Modal opened onClose={close} title={`Measure “${name}” more?`}>
      <Stack gap="md">
        <NumberInput
          label="Rounds"
          description={offer.sentence}
          value={rounds}
          onChange={setRounds}
          min={1}
          max={offer.max_rounds}
          allowDecimal={false}
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
          <Button variant="default" onClick={close}>
            Leave it as it is
          </Button>
          <Button disabled={!isNumber} loading={measure.isPending} onClick={() => measure.mutate(count)}>
            Measure {isNumber ? plural(count, 'round') : ''}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
