import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { marked } from 'marked';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

import { withClauses } from './src/rules/clauses';

const server = '127.0.0.1:8000';

/** A rules page as a module with its HTML, where each clause can be jumped to. */
function rulesPages(): Plugin {
  return {
    name: 'rules-pages',
    transform(text, id) {
      if (!id.endsWith('.md')) return null;
      const html = withClauses(marked.parse(text, { async: false }));
      return { code: `export default ${JSON.stringify(html)};`, map: null };
    },
  };
}

export default defineConfig({
  plugins: [rulesPages(), svelte(), svelteTesting()],
  build: {
    outDir: '../src/wordlot/server/static',
    emptyOutDir: true,
    license: { fileName: 'licenses.md' },
    target: 'es2022',
    rolldownOptions: {
      output: {
        // A file costs a head of some 700 bytes: what nearly every page needs is one.
        codeSplitting: {
          groups: [
            { name: 'common', test: /src\/(lib|shared|messages\/common|wire)/, minShareCount: 3 },
            // What every table needs and some other part too would be files of a few hundred bytes.
            { name: 'table', test: /src\/(lib\/(alone|fair)\.ts|shared\/LiveRegions)/ },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['.', '../docs/rules'] },
    proxy: {
      '/api': `http://${server}`,
      '/ws': { target: `ws://${server}`, ws: true },
    },
  },
  test: {
    environment: 'jsdom',
    css: { include: /(tokens|base)\.css/ },
    include: ['src/**/*.test.ts'],
    setupFiles: ['./vitest.setup.ts'],
    testTimeout: 20_000,
  },
});
