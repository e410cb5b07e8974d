import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { findPages } from '../../tools/build-manifest.ts'
import { keepUnusedCssModules } from './tools/keep-unused-css-modules.ts'
import { nativeDynamicImport } from './tools/native-import.ts'
import { assignSharedChunks } from './tools/shared-chunks.ts'
import { stripEndpointSchemas } from './tools/strip-endpoint-schemas.ts'
import { svgPathPlugin } from './tools/svg-path.ts'
import { svgShapesPlugin } from './tools/svg-shapes.ts'

// Oldest browsers to support. For these, the build does not transpile `light-dark()` and popover selectors.
const CSS_TARGET = ['chrome123', 'firefox125', 'safari17.5']

const source = (path: string) => join(import.meta.dirname, path)
const entry = source('src/entry-browser.ts')

// Libraries that every page needs. They are in one file, which browsers can cache across releases.
const libraryPattern = /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|thumbhash)\//

const app = {
  entry,
  start: source('src/start-app.tsx'),
  shell: source('src/app/Shell.tsx'),
  failures: ['src/shell/ErrorPage.tsx', 'src/shell/UnavailablePage.tsx', 'src/ui/states/ChunkLoadSheet.tsx'].map(
    source,
  ),
  pages: findPages(readFileSync(source('src/app/routes.tsx'), 'utf8')).map((page) => ({
    id: source(page.source),
    isPublic: page.audience === 'anyone',
  })),
}

let chunkFiles: Map<string, string> | undefined

// File names are only a hash. Short names matter, because the code contains the names of all files of each lazy part.
const assetFileNames = 'assets/[hash][extname]'
// The files `start-app` and `libraries` have readable names, for tests and access logs.
const readableNames = new Set(['start-app', 'libraries'])
const chunkFileNames = ({ name }: { name: string }) => `assets/${readableNames.has(name) ? '[name]-' : ''}[hash].js`

const appOutput: Rolldown.OutputOptions = {
  assetFileNames,
  chunkFileNames,
  codeSplitting: {
    groups: [
      { name: 'libraries', test: libraryPattern },
      {
        debugName: 'shared',
        name: (id, graph) => (chunkFiles ??= assignSharedChunks(app, graph)).get(id) ?? null,
        // Disabled, because `assignSharedChunks` also chooses the files of the dependencies.
        includeDependenciesRecursively: false,
      },
    ],
  },
}

// Four builds: the app, the pages without React (`--mode static`), the service worker (`--mode worker`) and the server
// renderer (`--ssr`).
const builds = {
  app: { outDir: 'dist/client', input: { app: entry }, output: appOutput },
  // The pages without React have a separate build: their script and style sheet contain only what these pages need.
  static: { outDir: 'dist/static', input: { static: join(import.meta.dirname, 'src/entry-static.ts') }, output: {} },
  worker: {
    outDir: 'dist/worker',
    input: { 'service-worker': 'src/worker/service-worker.ts' },
    // One classic script, because some browsers do not support modules as service workers.
    output: { entryFileNames: '[name].js', format: 'iife' },
  },
  server: {
    outDir: 'dist/server',
    input: { 'entry-server': 'src/entry-server.tsx' },
    // Uses the same asset names as the app build, because only the app build writes the asset files.
    output: { entryFileNames: '[name].js', assetFileNames },
  },
} satisfies Record<string, { outDir: string; input: Record<string, string>; output: Rolldown.OutputOptions }>

export default defineConfig(({ isSsrBuild = false, mode }) => {
  const { outDir, input, output } =
    builds[isSsrBuild ? 'server' : mode === 'static' || mode === 'worker' ? mode : 'app']
  // Reading a property has no side effect in our code. With this option, the bundler can drop unused schemas that
  // spread other schemas.
  const treeshake = { propertyReadSideEffects: false } as const
  return {
    appType: 'custom',
    plugins: [
      ...(mode === 'static' ? [nativeDynamicImport()] : []),
      ...[svgPathPlugin(), svgShapesPlugin(), keepUnusedCssModules(), stripEndpointSchemas(), react()],
    ],
    css: { modules: { generateScopedName: '[local]_[hash:base64:4]' } },
    ssr: { noExternal: true },
    // Without this setting the server would need NODE_ENV=production at run time, or it would use React's development
    // build.
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
        // UI messages are constants. Inlining moves each message into the lazy part that uses the message.
        optimization: { inlineConst: true },
        ...(!isSsrBuild && { preserveEntrySignatures: 'allow-extension' as const, treeshake }),
      },
    },
  }
})
