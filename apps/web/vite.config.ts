import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { pagesIn } from '../../tools/size-budgets.ts'
import { bareEndpoints } from './tools/bare-endpoints.ts'
import { keepStyles } from './tools/keep-styles.ts'
import { plainImport } from './tools/plain-import.ts'
import { sharedFiles } from './tools/shared-files.ts'
import { svgPath } from './tools/svg-path.ts'
import { svgShapes } from './tools/svg-shapes.ts'

// light-dark() and popover are written as they are, not rewritten for older browsers.
const CSS_TARGET = ['chrome123', 'firefox125', 'safari17.5']

const source = (path: string) => join(import.meta.dirname, path)
const entry = source('src/entry-browser.ts')

// One file that every page of the app needs and that seldom changes.
const libraries = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack)\//

const app = {
  entry,
  start: source('src/start-app.tsx'),
  shell: source('src/app/Shell.tsx'),
  failures: ['src/shell/ErrorPage.tsx', 'src/shell/UnansweredPage.tsx', 'src/ui/states/NotOpened.tsx'].map(source),
  pages: pagesIn(readFileSync(source('src/app/routes.tsx'), 'utf8')).map((page) => ({
    id: source(page.source),
    isPublic: page.mode === 'hydrate',
  })),
}

let fileOf: Map<string, string> | undefined

// Whoever opens parts carries the names of their files: they are short, and say which build's they are and no more.
const assetFileNames = 'assets/[hash][extname]'
// Known by their names to tests and to whoever reads a log of requests.
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
        name: (id, graph) => (fileOf ??= sharedFiles(app, graph)).get(id) ?? null,
        // Each dependency has a file by the same rules.
        includeDependenciesRecursively: false,
      },
    ],
  },
}

// Three builds: the app, the pages without React (`--mode static`), and what renders both on the server (`--ssr`).
const builds = {
  app: { outDir: 'dist/client', input: { app: entry }, output: appOutput },
  // By itself, so that its one script and one style sheet hold what it needs and the app's files what the app needs.
  static: { outDir: 'dist/static', input: { static: join(import.meta.dirname, 'src/entry-static.ts') }, output: {} },
  server: {
    outDir: 'dist/server',
    input: { 'entry-server': 'src/entry-server.tsx' },
    // Pictures are named as the app's build names them, which is the one that writes them.
    output: { entryFileNames: '[name].js', assetFileNames },
  },
} satisfies Record<string, { outDir: string; input: Record<string, string>; output: Rolldown.OutputOptions }>

export default defineConfig(({ isSsrBuild = false, mode }) => {
  const { outDir, input, output } = builds[isSsrBuild ? 'server' : mode === 'static' ? 'static' : 'app']
  // Reading a property of ours does nothing: schemas that only spread others may go when nobody uses them.
  const treeshake = { propertyReadSideEffects: false } as const
  return {
    appType: 'custom',
    plugins: [
      ...(mode === 'static' ? [plainImport()] : []),
      ...[svgPath(), svgShapes(), keepStyles(), bareEndpoints(), react()],
    ],
    css: { modules: { generateScopedName: '[local]_[hash:base64:4]' } },
    ssr: { noExternal: true },
    // Else the server would render with React for development, unless it is started with NODE_ENV=production.
    ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
    build: {
      outDir,
      emptyOutDir: true,
      manifest: isSsrBuild ? false : 'manifest.json',
      cssTarget: CSS_TARGET,
      target: ['chrome123', 'firefox125', 'safari17.5'],
      // Our policy refuses data: images and fonts, so nothing is inlined.
      assetsInlineLimit: 0,
      assetsDir: 'assets',
      modulePreload: { polyfill: false },
      sourcemap: false,
      minify: isSsrBuild ? false : ('oxc' as const),
      reportCompressedSize: false,
      rolldownOptions: {
        input,
        output,
        // Messages are constants: each is written where it is said, and travels with it.
        optimization: { inlineConst: true },
        ...(!isSsrBuild && { preserveEntrySignatures: 'allow-extension' as const, treeshake }),
      },
    },
  }
})
