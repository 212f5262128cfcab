import { Group, Progress } from '@mantine/core';

import type { Progress as ProgressData } from '@/api/types';
import { count, plural } from '@/components/words/format';

interface RoundsProps {
  progress: ProgressData;
  search: boolean;
  /** Trials of each stage of halving. */
  stages?: number[];
}

/** One segment per round, or per stage, so that the reader sees how often everything was already measured. */
export function Rounds({ progress, search, stages }: RoundsProps) {
  const { done: doneCount, total, round, rounds, rounds_least: least } = progress;
  const roundSizes =
    rounds > 0 && rounds <= 40 ? Array.from({ length: rounds }, () => total / rounds) : [total];
  const sizes = stages ?? roundSizes;
  const upTo = search || least != null ? 'at most ' : '';
  const before = (n: number) => sizes.slice(0, n).reduce((sum, size) => sum + size, 0);
  const filledShare = (n: number) => Math.min(1, Math.max(0, (doneCount - before(n)) / (sizes[n] || 1)));
  return (
    <div>
      <div
        role="progressbar"
        aria-label="Trials done"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={doneCount}
        style={{
          display: 'grid',
          gap: 3,
          gridTemplateColumns: sizes.map((size) => `${size || 1}fr`).join(' '),
        }}
      >
        {sizes.map((_, n) => (
          <Progress key={n} value={100 * filledShare(n)} size="md" radius="xs" aria-hidden />
        ))}
      </div>
      <Group justify="space-between" mt={6} fz="xs" c="dimmed">
        <span>
          {search ? 'probe' : 'round'} {round} of {upTo}
          {rounds}
        </span>
        <span>
          {count(doneCount)} of {upTo}
          {plural(total, 'trial')}
        </span>
      </Group>
    </div>
  );
}
