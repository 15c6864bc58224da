import { defineConfig } from 'vite'

/** The service serves `dist/index.html` at `/admin` and below, the parts at `/admin/assets/`. Nothing is inlined: the CSP allows own files only. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Mantine and TanStack Query mark their files for frameworks with server components. Bundling ignores that.
      onLog: (level, log, handle) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
    },
  },
})
