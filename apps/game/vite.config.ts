import { defineConfig } from 'vite'

/** The service serves `dist/index.html` at `/play` and the rest below `/play/`. Nothing is inlined: the CSP allows own files only. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/play/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
