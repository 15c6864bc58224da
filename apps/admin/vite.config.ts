import { defineConfig } from 'vite'

/** The service serves `dist/index.html` at `/admin` and below, the parts at `/admin/assets/`. Nothing is inlined: the CSP allows own files only. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
