import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { findPages } from '../../tools/size-budgets.ts'
import { keepStyles } from './tools/keep-styles.ts'
import { nativeImport } from './tools/native-import.ts'
import { assignSharedFiles } from './tools/shared-files.ts'
import { stripEndpointSchemas } from './tools/strip-endpoint-schemas.ts'
import { svgPathPlugin } from './tools/svg-path.ts'
import { svgShapesPlugin } from './tools/svg-shapes.ts'

// Oldest browsers to support: with these, `light-dark()` and popover selectors are not transpiled.
const CSS_TARGET = ['chrome123', 'firefox125', 'safari17.5']

const source = (path: string) => join(import.meta.dirname, path)
const entry = source('src/entry-browser.ts')

// React and its libraries: needed by every page and rarely changed, so one cacheable file.
const libraries = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//

const app = {
  entry,
  start: source('src/start-app.tsx'),
  shell: source('src/app/Shell.tsx'),
  failures: ['src/shell/ErrorPage.tsx', 'src/shell/UnavailablePage.tsx', 'src/ui/states/ChunkLoadSheet.tsx'].map(
    source,
  ),
  pages: findPages(readFileSync(source('src/app/routes.tsx'), 'utf8')).map((page) => ({
    id: source(page.source),
    isPublic: page.mode === 'hydrate',
  })),
}

let fileOf: Map<string, string> | undefined

// File names are only a hash of the content: short, because each lazy part lists the names of its files.
const assetFileNames = 'assets/[hash][extname]'
// These two files get readable names, for tests and access logs.
const named = new Set(['start-app', 'libraries'])
const chunkFileNames = ({ name }: { name: string }) => `assets/${named.has(name) ? '[name]-' : ''}[hash].js`

const appOutput: Rolldown.OutputOptions = {
  assetFileNames,
  chunkFileNames,
  codeSplitting: {
    groups: [
      { name: 'libraries', test: libraries },
      {
        debugName: 'shared',
        name: (id, graph) => (fileOf ??= assignSharedFiles(app, graph)).get(id) ?? null,
        // `assignSharedFiles` assigns the dependencies too.
        includeDependenciesRecursively: false,
      },
    ],
  },
}

// Three builds: the app, the pages without React (`--mode static`) and the server renderer (`--ssr`).
const builds = {
  app: { outDir: 'dist/client', input: { app: entry }, output: appOutput },
  // A separate build, so that its one script and one style sheet contain only what it needs.
  static: { outDir: 'dist/static', input: { static: join(import.meta.dirname, 'src/entry-static.ts') }, output: {} },
  server: {
    outDir: 'dist/server',
    input: { 'entry-server': 'src/entry-server.tsx' },
    // Asset names as in the app build, which writes the asset files.
    output: { entryFileNames: '[name].js', assetFileNames },
  },
} satisfies Record<string, { outDir: string; input: Record<string, string>; output: Rolldown.OutputOptions }>

export default defineConfig(({ isSsrBuild = false, mode }) => {
  const { outDir, input, output } = builds[isSsrBuild ? 'server' : mode === 'static' ? 'static' : 'app']
  // Property reads have no side effects here, so unused schemas that spread others can be dropped.
  const treeshake = { propertyReadSideEffects: false } as const
  return {
    appType: 'custom',
    plugins: [
      ...(mode === 'static' ? [nativeImport()] : []),
      ...[svgPathPlugin(), svgShapesPlugin(), keepStyles(), stripEndpointSchemas(), react()],
    ],
    css: { modules: { generateScopedName: '[local]_[hash:base64:4]' } },
    ssr: { noExternal: true },
    // Otherwise the server would render with React's development build unless NODE_ENV=production is set at run time.
    ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
    build: {
      outDir,
      emptyOutDir: true,
      manifest: isSsrBuild ? false : 'manifest.json',
      cssTarget: CSS_TARGET,
      target: ['chrome123', 'firefox125', 'safari17.5'],
      // The content security policy forbids `data:` images and fonts, so nothing is inlined.
      assetsInlineLimit: 0,
      assetsDir: 'assets',
      modulePreload: { polyfill: false },
      sourcemap: false,
      minify: isSsrBuild ? false : ('oxc' as const),
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        output,
        // Messages are constants, inlined where used, so that they load with their part.
        optimization: { inlineConst: true },
        ...(!isSsrBuild && { preserveEntrySignatures: 'allow-extension' as const, treeshake }),
      },
    },
  }
})
