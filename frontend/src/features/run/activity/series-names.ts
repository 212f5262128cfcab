export const SERIES_TABS = [
  { value: 'cpu', label: 'CPU' },
  { value: 'softirq', label: 'interrupts' },
  { value: 'network', label: 'network' },
  { value: 'sockets', label: 'sockets' },
  { value: 'switches', label: 'context switches' },
  { value: 'nginx', label: 'nginx' },
  { value: 'waiting', label: 'waiting' },
] as const;

export type SeriesTab = (typeof SERIES_TABS)[number]['value'];
