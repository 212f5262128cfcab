import { ActionIcon, Box, Group } from '@mantine/core';
import { IconTable, IconDots } from '@tabler/icons-react';
import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react';

import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { IconButton } from '@/components/ui/navigation/buttons';

import type { ChartSource } from './chart-source';

const ChartMenu = lazy(() => import('./chart-menu'));
const ChartTable = lazy(() => import('./chart-table'));

/** Whether this chart is shown as its table: `?tables=deltas,trials`. */
function useTable(name: string): [boolean, () => void] {
  const [text = '', set] = useUrlParam('tables');
  const names = text.split(',').filter(Boolean);
  const isShown = names.includes(name);
  const toggle = () => {
    const rest = names.filter((tableName) => tableName !== name);
    set((isShown ? rest : [...rest, name]).join(',') || undefined);
  };
  return [isShown, toggle];
}

interface ChartOrTableProps {
  source: ChartSource;
  /** There is no table to show. */
  bare?: boolean;
  children: ReactNode;
}

/** A chart, or its table where the reader wants figures. */
export function ChartOrTable({ source, bare = false, children }: ChartOrTableProps) {
  const [isShown] = useTable(source.name);
  if (bare || !isShown) return children;
  return (
    <Suspense>
      <ChartTable table={source.table()} label={source.title} />
    </Suspense>
  );
}

interface ChartToolsProps {
  source: ChartSource;
  /** What goes into a picture: the chart with its title and caption. */
  picture: RefObject<HTMLElement | null>;
}

/** As wide as the buttons that come with the chart, so that nothing moves when they do. */
export const ChartToolsRoom = () => <Box w={58} h={28} />;

/** Two small buttons: the chart as a table, and as a file. */
export function ChartTools({ source, picture }: ChartToolsProps) {
  const [isShown, toggle] = useTable(source.name);
  const [isMenuLoaded, setAsked] = useState(false);
  const label = `Export “${source.title}”`;
  const button = <ChartMenuButton label={label} onClick={() => setAsked(true)} />;
  return (
    <Group gap={2} wrap="nowrap" data-picture="no" className="dyno-no-print">
      <ActionIcon
        variant={isShown ? 'light' : 'subtle'}
        color={isShown ? undefined : 'gray'}
        aria-label={`“${source.title}” as a table`}
        aria-pressed={isShown}
        title={isShown ? 'Show the chart' : 'Show as a table'}
        onClick={toggle}
      >
        <IconTable size={16} />
      </ActionIcon>
      {isMenuLoaded ? (
        <Suspense fallback={button}>
          <ChartMenu source={source} picture={picture} label={label} />
        </Suspense>
      ) : (
        button
      )}
    </Group>
  );
}

function ChartMenuButton({ label, ...rest }: { label: string; onClick?: () => void }) {
  return (
    <IconButton aria-label={label} aria-haspopup="menu" title="Export this chart" {...rest}>
      <IconDots size={16} />
    </IconButton>
  );
}
