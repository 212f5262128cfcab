import { Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core';

/** A page that is loading: title, figures, a chart. */
export function PageSkeleton() {
  return (
    <Stack aria-busy="true" aria-label="Loading" role="status" mih="100dvh">
      <Skeleton h={28} w="40%" />
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        {[1, 2, 3, 4].map((n) => (
          <CardSkeleton key={n} lines={2} />
        ))}
      </SimpleGrid>
      <ChartSkeleton />
    </Stack>
  );
}

export function CardSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <Paper aria-busy="true">
      <Rows count={lines} />
    </Paper>
  );
}

export function ChartSkeleton({ height = 280 }: { height?: number }) {
  return (
    <Paper aria-busy="true">
      <Skeleton h={18} w={220} mb="md" />
      <Skeleton h={height} />
    </Paper>
  );
}

export function TableSkeleton({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap="md" aria-busy="true" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, n) => (
        <Skeleton key={n} h={20} />
      ))}
    </Stack>
  );
}

function Rows({ count }: { count: number }) {
  return (
    <Stack gap="sm">
      {Array.from({ length: count }, (_, n) => (
        <Skeleton key={n} h={n === 0 ? 12 : 20} w={n === 0 ? '50%' : '85%'} />
      ))}
    </Stack>
  );
}
