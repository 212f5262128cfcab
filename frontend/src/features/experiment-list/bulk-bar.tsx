import { Button, Group, Paper, TagsInput, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from '@tanstack/react-router';

import { ApiError } from '@/api/errors';
import { changeExperiment, type ExperimentChange, keepInCache, tagsQuery } from '@/api/queries/annotations';
import type { ExperimentSummary } from '@/api/types';
import { Needs } from '@/components/domain/needs';
import { plural } from '@/components/words/format';
import { notify } from '@/components/ui/feedback/notices';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { experimentQuery } from '@/api/queries/experiments';

import { compareSides, MAX_COMPARED } from './compare-sides';

interface BulkBarProps {
  experiments: ExperimentSummary[];
  onDone: () => void;
}

const UNDO_MS = 15_000;

/** Where what was archived is, and the way back. */
function Undo({ onUndo }: { onUndo: () => void }) {
  const [isUndone, setUndone] = useState(false);
  const undo = () => {
    setUndone(true);
    onUndo();
  };
  return (
    <Group gap="xs">
      <Text fz="sm">The filter Archive shows them.</Text>
      <PlainButton size="xs" disabled={isUndone} onClick={undo}>
        Undo
      </PlainButton>
    </Group>
  );
}

/** What can be done with several experiments at once; stays in sight while one scrolls, and moves no row. */
export function BulkBar({ experiments, onDone }: BulkBarProps) {
  const client = useQueryClient();
  const tagQuery = useQuery(tagsQuery);
  const [tags, setTags] = useState<string[]>([]);
  const all = useMutation({
    mutationFn: async (body: ExperimentChange) => {
      const results = await Promise.allSettled(experiments.map(({ id }) => changeExperiment(id, body)));
      for (const result of results) if (result.status === 'fulfilled') keepInCache(client, result.value);
      void client.invalidateQueries({ queryKey: ['experiments', 'list'] });
      return results.flatMap((result, n) =>
        result.status === 'rejected' ? [`${experiments[n]?.name}: ${words(result.reason)}`] : [],
      );
    },
    onSuccess: (problems, body) => {
      if (problems.length === 0) {
        if (body.archived) {
          void notify({
            title: `${plural(experiments.length, 'experiment')} archived`,
            message: <Undo onUndo={() => all.mutate({ archived: false })} />,
            autoClose: UNDO_MS,
          });
        }
        return onDone();
      }
      void notify({
        color: 'red',
        title: `${plural(problems.length, 'experiment')} could not be changed`,
        message: problems.slice(0, 3).join('; '),
      });
    },
  });
  const areArchived = experiments.every((experiment) => experiment.archived);
  return (
    <Paper
      p="sm"
      role="region"
      aria-label="Chosen experiments"
      pos="sticky"
      bottom={8}
      shadow="md"
      style={{ zIndex: 1 }}
    >
      <Group gap="xs">
        <Text fz="sm" fw={550}>
          {plural(experiments.length, 'experiment')} chosen
        </Text>
        <CompareButton ids={experiments.map(({ id }) => id)} />
        <Needs right="operator">
          <TagsInput
            size="xs"
            w={240}
            aria-label="Tags to add"
            placeholder={tags.length > 0 ? undefined : 'Tags to add'}
            data={(tagQuery.data ?? []).map(({ tag }) => tag)}
            value={tags}
            onChange={setTags}
            acceptValueOnBlur
          />
          <PlainButton
            size="xs"
            disabled={tags.length === 0}
            loading={all.isPending}
            onClick={() => all.mutate({ add_tags: tags })}
          >
            Tag them
          </PlainButton>
          <PlainButton size="xs" onClick={() => all.mutate({ archived: !areArchived })}>
            {areArchived ? 'Unarchive' : 'Archive them'}
          </PlainButton>
        </Needs>
        <Button size="xs" variant="subtle" color="gray" onClick={onDone}>
          Clear selection
        </Button>
      </Group>
    </Paper>
  );
}

const words = (error: unknown) => (error instanceof ApiError ? error.detail : String(error));

/** Opens Compare: of one experiment its variants, of several each as a side. */
function CompareButton({ ids }: { ids: string[] }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = useMutation({
    mutationFn: () => Promise.all(ids.map((id) => client.fetchQuery(experimentQuery(id)))),
    onSuccess: (experiments) => void navigate({ to: '/compare', search: compareSides(experiments) }),
    onError: (error) =>
      notify({ color: 'red', title: 'The experiments could not be compared', message: String(error) }),
  });
  const isTooMany = ids.length > MAX_COMPARED;
  return (
    <Button
      size="xs"
      disabled={isTooMany}
      title={isTooMany ? `At most ${MAX_COMPARED} experiments` : undefined}
      loading={open.isPending}
      onClick={() => open.mutate()}
    >
      Compare
    </Button>
  );
}
