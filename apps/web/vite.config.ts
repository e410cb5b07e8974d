import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import { bareEndpoints } from './tools/bare-endpoints.ts'
import { keepStyles } from './tools/keep-styles.ts'
import { isStaticPart } from './tools/static-parts.ts'
import { svgPath } from './tools/svg-path.ts'

// light-dark() and popover are written as they are, not rewritten for older browsers.
const CSS_TARGET = ['chrome123', 'firefox125', 'safari17.5']

const staticEntry = join(import.meta.dirname, 'src/entry-static.ts')

/** The kit's styles that the pages without React need, in one file: in pieces they would compress to a tenth more. */
const kitStyles = [...readFileSync(staticEntry, 'utf8').matchAll(/'#(ui\/.*\.css)'/g)].map(([, path]) => `/src/${path}`)

const inKit = (id: string) => kitStyles.some((path) => id.split('?')[0]?.endsWith(path))

// One file that every page of the app needs and that seldom changes.
const libraries = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//

const isShared = (id: string) =>
  /web\/src|packages\/contract|phosphor-icons/.test(id) && !/src\/app\/(pages|dev)\//.test(id) && !inKit(id)

/** Two builds: `dist/client` with a manifest, and `dist/server` by `vite build --ssr`. */
export default defineConfig(({ isSsrBuild = false }) => ({
  appType: 'custom',
  plugins: [svgPath(), keepStyles(), bareEndpoints(), react()],
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
          // Reading a property of ours does nothing: schemas that only spread others may go when nobody uses them.
          // Neither does making a schema (`v.…`) or an endpoint.
          treeshake: { propertyReadSideEffects: false, manualPureFunctions: ['v', 'endpoint', 'Text', 'Line'] },
          output: {
            codeSplitting: {
              groups: [
                { name: 'libraries', test: libraries },
                // Small files compress badly: what many pages share travels as one.
                {
                  name: (id, modules) => (isStaticPart(id, staticEntry, modules) ? 'parts' : null),
                  test: isShared,
                  minShareCount: 2,
                  priority: 1,
                },
                { name: 'shared', test: isShared, minShareCount: 8 },
                { name: 'kit', test: inKit, priority: 1 },
              ],
            },
          },
        },
  },
}))
