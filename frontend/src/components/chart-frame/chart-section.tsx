import { Group } from '@mantine/core';
import { type ReactNode, useRef } from 'react';

import { FoldedSection } from '@/components/ui/layout/folded-section';
import { Section, type SectionProps } from '@/components/ui/layout/section';
import { Small, Strong } from '@/components/ui/labels/texts';

import { ChartOrTable, ChartTools, ChartToolsRoom } from './chart-tools';
import { type ChartSource } from './chart-source';

interface ChartSectionProps extends SectionProps {
  title: string;
  /** Its name in the address and in files. */
  name: string;
  table: ChartSource['table'];
  /** Stands above the chart and its table alike. */
  filter?: ReactNode;
  /** There is nothing to take away: still loading, or empty. */
  bare?: boolean;
  /** Folded until it is opened: see `FoldedSection`. */
  fold?: { id: string; params?: readonly string[] };
}

/** A section with one chart: readable as a table, and to be taken away as PNG, SVG, CSV or Markdown. */
export function ChartSection({ name, table, bare, fold, filter, children, ...rest }: ChartSectionProps) {
  const picture = useRef<HTMLElement>(null);
  const source = { name, title: rest.title, table };
  const props = {
    ref: picture,
    tools: bare ? <ChartToolsRoom /> : <ChartTools source={source} picture={picture} />,
    ...rest,
    children: (
      <>
        {filter}
        <ChartOrTable source={source} bare={bare}>
          {children}
        </ChartOrTable>
      </>
    ),
  };
  return fold ? <FoldedSection {...props} {...fold} /> : <Section {...props} />;
}

interface ChartPartProps {
  source: ChartSource;
  /** What it says, for people who see it for the first time. */
  text?: ReactNode;
  children: ReactNode;
}

/** One of several charts of a section, with a small heading and tools of its own. */
export function ChartPart({ source, text, children }: ChartPartProps) {
  const picture = useRef<HTMLDivElement>(null);
  return (
    <div ref={picture} style={{ minWidth: 0 }}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start" mb={4}>
        <Small component="div">
          <Strong>{source.title}</Strong> {text}
        </Small>
        <ChartTools source={source} picture={picture} />
      </Group>
      <ChartOrTable source={source}>{children}</ChartOrTable>
    </div>
  );
}
