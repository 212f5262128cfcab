import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import '@/app/global.css';

import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { watchParts } from '@/api/connection';
import { watchLinks } from '@/api/queries/session';
import { Providers } from '@/app/providers';
import { router } from '@/app/router';
import { watchPrinting } from '@/components/ui/layout/printing';

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no #root');

watchLinks();
watchParts();
watchPrinting();
createRoot(element).render(
  <StrictMode>
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);
