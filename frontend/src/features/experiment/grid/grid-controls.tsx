import { ActionIcon, Group, NativeSelect } from '@mantine/core';
import { IconArrowsExchange } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { useUrlPatch } from '@/components/ui/navigation/use-url-param';

import { MetricSelect } from '../view/metric-select';
import type { Scope } from '../view/scope';

import { atText, type LevelChoice, type Dimension, usual } from './pivot';
import type { GridChoice } from './use-grid';

interface GridControlsProps {
  grid: GridChoice;
  scope: Scope;
  /** The metric's name; absent where there is only one. */
  metric?: string;
  /** What rows and columns are called: “Rows”, “Groups”. */
  names: [string, string];
  children?: ReactNode;
}

/** Which factors are crossed, what the others stand at, and which metric; all of it in the address. */
export function GridControls({ grid, scope, metric, names, children }: GridControlsProps) {
  const { dimensions, axes, choices } = grid;
  const patch = useUrlPatch();
  const { rows, columns } = axes;
  const put = (down: string, across: string) => patch({ rows: down, columns: across });
  const choose = (dimension: Dimension, choice: LevelChoice) => {
    const of = (level: LevelChoice) =>
      atText({ ...choices, [dimension.name]: level }, axes.otherDimensions, scope);
    if (!dimension.isWorkload || choice === null) patch({ at: of(choice) });
    else patch({ at: of(usual(dimension, scope)), workload: choice });
  };
  return (
    <Group gap="sm" align="flex-end">
      <AxisSelect
        label={names[0]}
        value={rows.name}
        dimensions={dimensions}
        onChange={(name) => put(name, name === columns.name ? rows.name : columns.name)}
      />
      <ActionIcon
        variant="default"
        size={30}
        aria-label={`Swap ${names[0].toLowerCase()} and ${names[1].toLowerCase()}`}
        title="Swap"
        onClick={() => put(columns.name, rows.name)}
      >
        <IconArrowsExchange size={16} />
      </ActionIcon>
      <AxisSelect
        label={names[1]}
        value={columns.name}
        dimensions={dimensions}
        onChange={(name) => put(name === rows.name ? columns.name : rows.name, name)}
      />
      {axes.otherDimensions
        .filter(({ levels }) => levels.length > 1)
        .map((dimension) => (
          <LevelSelect
            key={dimension.name}
            dimension={dimension}
            choice={choices[dimension.name] ?? null}
            onChange={(choice) => choose(dimension, choice)}
          />
        ))}
      {metric && <MetricSelect value={metric} all />}
      {children}
    </Group>
  );
}

interface AxisSelectProps {
  label: string;
  value: string;
  dimensions: Dimension[];
  onChange: (name: string) => void;
}

function AxisSelect({ label, value, dimensions, onChange }: AxisSelectProps) {
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={value}
      data={dimensions.filter(({ levels }) => levels.length > 1).map(({ name }) => name)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

interface LevelSelectProps {
  dimension: Dimension;
  choice: LevelChoice;
  onChange: (choice: LevelChoice) => void;
}

/** Levels by number, since any text may be the name of one. */
function LevelSelect({ dimension: { name, levels }, choice, onChange }: LevelSelectProps) {
  return (
    <NativeSelect
      size="xs"
      label={name}
      value={choice === null ? 'mean' : String(levels.indexOf(choice))}
      data={[
        ...levels.map((level, n) => ({ value: String(n), label: level })),
        { value: 'mean', label: `mean over all ${levels.length}` },
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChange(value === 'mean' ? null : (levels[Number(value)] ?? null))
      }
    />
  );
}
