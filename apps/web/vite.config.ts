import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { keepStyles } from './tools/keep-styles.ts'
import { svgPath } from './tools/svg-path.ts'

// light-dark() and popover are written as they are, not rewritten for older browsers.
const CSS_TARGET = ['chrome123', 'firefox125', 'safari17.5']

/** Two builds: `dist/client` with a manifest, and `dist/server` by `vite build --ssr`. */
export default defineConfig(({ isSsrBuild = false }) => ({
  appType: 'custom',
  plugins: [svgPath(), keepStyles(), react({ compiler: true })],
  css: { modules: { generateScopedName: '[local]_[hash:base64:5]' } },
  ssr: { noExternal: true },
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    manifest: isSsrBuild ? false : 'manifest.json',
    cssTarget: CSS_TARGET,
    target: ['chrome123', 'firefox125', 'safari17.5'],
    // Our policy refuses data: images and fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    assetsDir: 'assets',
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild
      ? { input: { 'entry-server': 'src/entry-server.tsx' }, output: { entryFileNames: '[name].js' } }
      : { input: { app: 'src/entry-browser.tsx', static: 'src/entry-static.ts' } },
  },
}))
