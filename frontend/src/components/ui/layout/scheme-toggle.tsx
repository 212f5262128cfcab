import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';

import { IconButton } from '@/components/ui/navigation/buttons';

export function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const next = scheme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton size="lg" aria-label={`Use the ${next} colours`} onClick={() => setColorScheme(next)}>
      {scheme === 'dark' ? <IconSun size={18} /> : <IconMoon size={18} />}
    </IconButton>
  );
}
