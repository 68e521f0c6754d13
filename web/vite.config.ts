import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { licenses } from './licenses';

// The built files are committed and embedded in the server, so their names and contents must depend on
// nothing but the sources: no hashes, no dates, no absolute paths.
export default defineConfig({
  plugins: [svelte(), licenses(import.meta.dirname)],
  build: {
    outDir: '../crates/xun-web/page',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
    reportCompressedSize: false,
    rollupOptions: {
      output: {
        entryFileNames: 'assets/[name].js',
        // The parser's own entry is called `browser`.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.includes('/node_modules/yaml/') ? 'assets/yaml.js' : 'assets/[name].js',
        // The licence of the typeface has no ending of its own, and no name that says of what it is.
        assetFileNames: ({ originalFileNames }) =>
          originalFileNames.some((name) => name.endsWith('/inter/LICENSE'))
            ? 'assets/inter-licence.txt'
            : 'assets/[name][extname]',
      },
    },
  },
  test: { include: ['src/**/*.test.ts'], css: true },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8848', ws: true } } },
});
