import { fileURLToPath } from 'node:url';

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const api = process.env.DYNO_API ?? 'http://127.0.0.1:8080';
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The rules of figures, which the server reads as well. */
const PRESENTATION = here('../backend/presentation');

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': here('./src'), '@presentation': PRESENTATION } },
  server: {
    host: '127.0.0.1',
    fs: { allow: ['.', PRESENTATION] },
    // Host and Origin stay what the browser says: the API compares them, and the cookie belongs to that name.
    proxy: Object.fromEntries(['/api', '/docs'].map((path) => [path, { target: api, changeOrigin: false }])),
  },
  html: { cspNonce: 'DYNO_NONCE' }, // backend/http/headers.py puts another one into each page
  build: {
    manifest: true,
    chunkSizeWarningLimit: 400,
    assetsInlineLimit: 0,
    // What most pages share is one file, else a page asks for twice as many; what few share stays with them.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            {
              name: 'hooks',
              test: /@tabler|external-store|eventemitter|@mantine.(hooks|store)|@tanstack|vite.preload/,
              minShareCount: 2,
            },
            // Only who opens a dialog or menu fetches what draws it, and only who looks at a chart Recharts.
            { name: 'dialogs', test: /components.(Modal|ui.dialogs)|react-remove-scroll/ },
            { name: 'menus', test: /components.(Menu|ui.navigation.(loaded|more).menu)/ },
            {
              name: 'charts',
              test: /recharts|react-is|redux|reselect|immer|es-toolkit|d3-|victory|decimal|internmap/,
              minShareCount: 2,
            },
            { name: 'libraries', test: /node_modules/, minShareCount: 10 },
            // Flame graphs and differences of texts stay with those who show one: few pages do.
            {
              name: 'shared',
              test: /src\/(?!components\/((charts|domain)\/profile|ui\/code\/diff))(components|api)\//,
              minShareCount: 3,
            },
            {
              name: 'latency',
              test: /components.charts.(distribution.(?!latency-heat|percentile-curve)|data-table)/,
              minShareCount: 2,
            },
            {
              name: 'small',
              test: /src.(api|components.(words|ui(?!.code.diff)|domain.fact-table))|core.esm.components.(Code|Progress)/,
              minShareCount: 2,
              maxModuleSize: 4000,
            },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    isolate: false, // React, Mantine and Recharts are loaded once a worker, not once a file
    setupFiles: ['src/test/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
  },
});
