import { defineConfig } from 'vite'

/** The service serves `dist/index.html` at `/kyc` and the rest below `/kyc/assets/`. Nothing is inlined: the CSP allows own files only. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/kyc/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
