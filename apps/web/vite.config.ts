import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { en } from './src/i18n/en.ts'
import { bareEndpoints } from './tools/bare-endpoints.ts'
import { chunksOf } from './tools/chunk-of.ts'
import { dataRouter } from './tools/data-router.ts'
import { keepStyles } from './tools/keep-styles.ts'
import { placedMessages } from './tools/placed-messages.ts'
import { svgPath } from './tools/svg-path.ts'

// light-dark() and popover are written as they are, not rewritten for older browsers.
const CSS_TARGET = ['chrome123', 'firefox125', 'safari17.5']

const staticEntry = join(import.meta.dirname, 'src/entry-static.ts')
const entries = [join(import.meta.dirname, 'src/entry-browser.tsx'), staticEntry]

/** The kit's styles that the pages without React need, in one file: in pieces they would compress to a tenth more. */
const kitStyles = [...readFileSync(staticEntry, 'utf8').matchAll(/'#(ui\/.*\.css)'/g)].map(([, path]) => `/src/${path}`)

const inKit = (id: string) => kitStyles.some((path) => id.split('?')[0]?.endsWith(path))

// One file that every page of the app needs and that seldom changes.
const libraries = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\/|^\0data-router:/

const isOurs = (id: string) =>
  /web\/src|packages\/contract|phosphor-icons|^\0(message:|vite\/preload)/.test(id) && !inKit(id)

let chunkOf: ((id: string) => string | null) | undefined

/** Two builds: `dist/client` with a manifest, and `dist/server` by `vite build --ssr`. */
export default defineConfig(({ isSsrBuild = false }) => ({
  appType: 'custom',
  plugins: [dataRouter(), placedMessages(en), svgPath(), keepStyles(), bareEndpoints(), react()],
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
      : {
          input: { app: 'src/entry-browser.tsx', static: 'src/entry-static.ts' },
          preserveEntrySignatures: 'allow-extension',
          // Reading a property of ours does nothing: schemas that only spread others may go when nobody uses them.
          // Neither does making a schema (`v.…`) or an endpoint.
          treeshake: { propertyReadSideEffects: false, manualPureFunctions: ['v', 'endpoint', 'Text', 'Line'] },
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', test: libraries },
                {
                  debugName: 'ours',
                  name: (id, modules) => (chunkOf ??= chunksOf(entries, modules))(id),
                  test: isOurs,
                  // What a module needs is never needed by fewer pages, so each finds its own place.
                  includeDependenciesRecursively: false,
                },
                { name: 'kit', test: inKit, priority: 1, includeDependenciesRecursively: false },
              ],
            },
          },
        },
  },
}))
