import { Button, Group, Paper, TagsInput, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import { ApiError } from '@/api/errors';
import { changeExperiment, type ExperimentChange, keepInCache, tagsQuery } from '@/api/queries/notebook';
import type { ExperimentSummary } from '@/api/types';
import { plural } from '@/components/words/format';
import { notify } from '@/components/ui/feedback/notices';

interface BulkBarProps {
  chosen: ExperimentSummary[];
  onDone: () => void;
}

/** What can be done with several experiments at once. */
export function BulkBar({ chosen, onDone }: BulkBarProps) {
  const client = useQueryClient();
  const known = useQuery(tagsQuery);
  const [tags, setTags] = useState<string[]>([]);
  const all = useMutation({
    mutationFn: async (body: ExperimentChange) => {
      const done = await Promise.allSettled(chosen.map(({ id }) => changeExperiment(id, body)));
      for (const one of done) if (one.status === 'fulfilled') keepInCache(client, one.value);
      void client.invalidateQueries({ queryKey: ['experiments', 'list'] });
      return done.flatMap((one, n) =>
        one.status === 'rejected' ? [`${chosen[n]?.name}: ${words(one.reason)}`] : [],
      );
    },
    onSuccess: (problems) => {
      if (problems.length === 0) return onDone();
      notify({
        color: 'red',
        title: `${plural(problems.length, 'experiment')} could not be changed`,
        message: problems.slice(0, 3).join('; '),
      });
    },
  });
  const archived = chosen.every((one) => one.archived);
  return (
    <Paper p="sm" role="region" aria-label="Chosen experiments">
      <Group gap="xs">
        <Text fz="sm" fw={550}>
          {plural(chosen.length, 'experiment')} chosen
        </Text>
        <TagsInput
          size="xs"
          w={240}
          aria-label="Tags to add"
          placeholder={tags.length > 0 ? undefined : 'Tags to add'}
          data={(known.data ?? []).map(({ tag }) => tag)}
          value={tags}
          onChange={setTags}
          acceptValueOnBlur
        />
        <Button
          size="xs"
          variant="default"
          disabled={tags.length === 0}
          loading={all.isPending}
          onClick={() => all.mutate({ add_tags: tags })}
        >
          Tag them
        </Button>
        <Button size="xs" variant="default" onClick={() => all.mutate({ archived: !archived })}>
          {archived ? 'Unarchive' : 'Archive them'}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onDone}>
          Clear selection
        </Button>
      </Group>
    </Paper>
  );
}

const words = (error: unknown) => (error instanceof ApiError ? error.detail : String(error));
