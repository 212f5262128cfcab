import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { pivotQuery } from '@/api/queries/experiments';

import type { ViewProps } from '../view/view-props';
import type { ExperimentSearch } from '../view/search';

import {
  type Axes,
  axesOf,
  type LevelChoices,
  choicesOf,
  type Dimension,
  dimensionsOf,
  requestedAt,
} from './pivot';

export interface GridChoice {
  dimensions: Dimension[];
  axes: Axes;
  choices: LevelChoices;
}

/** What of the grid the address asks for; undefined where there is nothing to cross. */
export function useGridChoice({ experiment, scope }: ViewProps): GridChoice | undefined {
  // The address itself: what the views are given may lag behind, and a picker has to answer at once.
  const { rows, columns, at }: ExperimentSearch = useSearch({ strict: false });
  return useMemo(() => {
    const dimensions = dimensionsOf(experiment.factors, scope);
    const axes = axesOf(dimensions, rows, columns);
    return axes && { dimensions, axes, choices: choicesOf(at, axes.otherDimensions, scope) };
  }, [experiment.factors, scope, rows, columns, at]);
}

/** The figures of that choice. */
export function usePivot({ experiment, metric }: ViewProps, { axes, choices }: GridChoice) {
  const choice = {
    metric: metric.name,
    rows: axes.rows.name,
    columns: axes.columns.name,
    at: requestedAt(choices),
  };
  return useQuery({ ...pivotQuery(experiment.id, choice), placeholderData: (before) => before });
}
