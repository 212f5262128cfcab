// Who may import whom. Each list is ordered: a room imports what stands below it, never what stands above.
export const ROOMS = {
  '.': ['app', 'features', 'components', 'api'],
  components: ['domain', 'chart-frame', 'charts', 'ui', 'words'],
  'components/ui': ['code', 'sharing', 'layout', 'feedback', 'navigation', 'labels'],
  'components/charts': ['picture', 'twin', 'comparison', 'load', 'distribution', 'time', 'kit'],
  'features/compare': ['page', 'details', 'pairs', 'picker', 'selection'],
  'features/experiment': ['page', 'repeat', 'load', 'runs', 'published', 'grid', 'deltas', 'view'],
  'features/new-experiment': [
    'page',
    'plan',
    'load',
    'trials',
    'variants',
    'testbed',
    'knobs',
    'fields',
    'draft',
  ],
  'features/run': ['page', 'evidence', 'activity', 'findings', 'trials'],
};
