import type { HostSetting } from '@/api/types';

/** What of a host a setting is: a sysctl by its key, others in words. */
export function settingWords({ kind, name }: Pick<HostSetting, 'kind' | 'name'>): string {
  switch (kind) {
    case 'irq_affinity':
      return /^\d+$/.test(name) ? `CPUs of interrupt ${name}` : `CPUs of interrupts ${name}`;
    case 'irqbalance':
      return 'irqbalance';
    case 'governor':
      return /^(cpu)?\d+$/.test(name) ? `governor of CPU ${name.replace('cpu', '')}` : 'governor';
    default:
      return name;
  }
}
