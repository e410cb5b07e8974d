/** Builds the web app when it is missing or outdated. `--force` always builds. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '@pawtrait/contract/render.ts'
import { collectChunkFiles, ENTRY_SOURCE, SHELL_SOURCE } from './build-manifest.ts'
import {
  BUILD_DURATION_FILE,
  BUILD_HASH_FILE,
  BuildFailed,
  explainBuild,
  lockBuild,
  readTextFile,
} from './build-state.ts'
import { compressFiles } from './compress-files.ts'
import { keepPreviousFiles, setAsideBuiltFiles } from './previous-files.ts'

const root = join(import.meta.dirname, '..')
const web = join(root, 'apps/web')
const dist = join(web, 'dist')
const stamp = join(dist, BUILD_HASH_FILE)
const sources = [
  'apps/web/{src,tools,public}/**/*',
  'apps/web/*.{ts,json,html}',
  'packages/{contract,stage}/src/**/*.ts',
  'packages/stage/{art,letters}/*',
  'package-lock.json',
  'tools/build-web.ts',
]

/** Returns a hash over the paths and contents of the web app's sources and of this script. */
export function hashSources(folder = root): string {
  const paths = globSync(sources, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const hash = createHash('sha256')
  for (const path of paths) hash.update(path.slice(folder.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/**
 * Builds the web app unless its build is up to date. `dist/client` contains the files for browsers, also compressed.
 * `dist/server` contains the server's page renderer. If another process is building, waits, and then builds only if
 * that build is not up to date.
 * @throws BuildFailed
 */
export async function buildWeb({ force = false, print = console.log } = {}): Promise<void> {
  const wanted = hashSources()
  const isBuilt = () => !force && readTextFile(stamp) === wanted
  if (isBuilt()) return
  const unlock = await lockBuild(dist, print)
  try {
    if (!isBuilt()) await build(wanted, print)
  } finally {
    unlock()
  }
}

async function build(wanted: string, print: (line: string) => void) {
  const from = performance.now()
  const seconds = () => ((performance.now() - from) / 1000).toFixed(1)
  const step = async (what: string, work: Promise<void>) => {
    await work
    print(`  ${what} (${seconds()} s)`)
  }
  print(explainBuild(dist))
  rmSync(stamp, { force: true })
  setAsideBuiltFiles(dist)
  await Promise.all([
    step('the app', vite()),
    step('landing, sign-up and log-in', vite('--mode', 'static')),
    step('the service worker', vite('--mode', 'worker')),
    step('pages for the server', vite('--ssr')),
  ])
  joinStatic(dist)
  joinWorker(dist, wanted)
  await step('compressed', compressFiles(join(dist, 'client')))
  keepPreviousFiles(dist)
  writeFileSync(join(dist, BUILD_DURATION_FILE), seconds())
  writeFileSync(stamp, wanted)
  print(`Built in ${seconds()} s.`)
}

/** Merges the separate build of the pages without React into the app's build folder and manifest. */
function joinStatic(dist: string) {
  const [client, fixed] = [join(dist, 'client'), join(dist, 'static')]
  cpSync(join(fixed, 'assets'), join(client, 'assets'), { recursive: true })
  const entries = [fixed, client].map((folder) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
  writeFileSync(join(client, 'manifest.json'), JSON.stringify(Object.assign({}, ...entries)))
  rmSync(fixed, { recursive: true })
}

// Pages that a phone can open without a network, and the modules that these pages need. The service worker precaches
// their files: 253 KB. It downloads only 65 KB of them, because the feed page has already loaded the rest. It caches
// fonts when they are first used.
const OFFLINE_SOURCES = [
  'src/app/FeedPage.tsx',
  'src/app/CreatePage.tsx',
  'src/app/PostMenuList.tsx',
  'src/features/posts/DeletePostDialog.tsx',
  'src/features/posts/editor/EditPostPage.tsx',
  'src/features/sign-in/sessions/LogOutDialog.tsx',
  'src/features/drafts/PendingDrafts.tsx',
  'src/features/drafts/send-queued-drafts.ts',
  'src/features/notifications/NotificationsPage.tsx',
  'src/app/ProfilePage.tsx',
  'src/app/offline/open-stored-page.ts',
  'src/app/offline/background-work.ts',
  'src/features/feed/FeedSkeleton.tsx',
  'src/features/feed/FeedEnd.tsx',
  'src/features/posts/PostingCard.tsx',
  'src/shell/UnavailablePage.tsx',
  'src/shell/outbox/OutboxCard.tsx',
]

/** Copies the service worker to the app's files. Adds the hash of the sources and the list of files to precache. */
function joinWorker(dist: string, hash: string) {
  const [client, worker] = [join(dist, 'client'), join(dist, 'worker')]
  const manifest = JSON.parse(readFileSync(join(client, 'manifest.json'), 'utf8')) as Manifest
  const app = [ENTRY_SOURCE, ...(manifest[ENTRY_SOURCE]?.dynamicImports ?? []), SHELL_SOURCE, ...OFFLINE_SOURCES]
  const files = [...collectChunkFiles(manifest, app)].map((file) => `/${file}`)
  const script = readFileSync(join(worker, 'service-worker.js'), 'utf8')
  const precache = JSON.stringify({ build: hash.slice(0, 16), files })
  writeFileSync(join(client, 'service-worker.js'), script.replace('__PRECACHE__', precache))
  rmSync(worker, { recursive: true })
}

function vite(...flags: string[]): Promise<void> {
  return new Promise((done, fail) => {
    const args = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...flags]
    // Sets NODE_ENV to `production`. Test runs set it to `test`, and Vite would then bundle the development version of
    // React.
    const env = { ...process.env, NODE_ENV: 'production' }
    const child = spawn(process.execPath, args, { cwd: web, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => output.push(data))
    child.on('error', fail)
    child.on('close', (code) => {
      if (code === 0) done()
      else fail(new BuildFailed(`The web app could not be built.\n${Buffer.concat(output).toString()}`))
    })
  })
}

if (import.meta.main)
  try {
    await buildWeb({ force: process.argv.includes('--force') })
  } catch (error) {
    if (!(error instanceof BuildFailed)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
