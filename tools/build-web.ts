/** Builds the web app when it is missing or made from other sources. `--force` builds in any case. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compressFiles } from './compress-files.ts'

const root = join(import.meta.dirname, '..')
const web = join(root, 'apps/web')
const stamp = join(web, 'dist/built-from')
const sources = [
  'apps/web/{src,tools,public}/**/*',
  'apps/web/*.{ts,json,html}',
  'packages/{contract,stage}/src/**/*.ts',
  'packages/stage/{art,letters}/*',
  'package-lock.json',
]

/** What the web app would be built from now: one hash over paths and contents. */
export function sourcesHash(folder = root): string {
  const paths = globSync(sources, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()
  const hash = createHash('sha256')
  for (const path of paths) hash.update(path.slice(folder.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/**
 * Builds what the browser gets (`dist/client`, compressed too) and what renders pages on the server (`dist/server`),
 * unless they stand.
 * @throws Error with what Vite said.
 */
export async function buildWeb({ force = false, say = console.log } = {}): Promise<void> {
  const wanted = sourcesHash()
  if (!force && builtFrom() === wanted) return
  const from = performance.now()
  const seconds = () => ((performance.now() - from) / 1000).toFixed(1)
  const step = async (what: string, work: Promise<void>) => {
    await work
    say(`  ${what} (${seconds()} s)`)
  }
  say('Building the web app…')
  rmSync(stamp, { force: true })
  await Promise.all([
    step('the app', vite()),
    step('landing, sign-up and log-in', vite('--mode', 'static')),
    step('pages for the server', vite('--ssr')),
  ])
  joinStatic(join(web, 'dist'))
  await step('compressed', compressFiles(join(web, 'dist/client')))
  mkdirSync(join(web, 'dist'), { recursive: true })
  writeFileSync(stamp, wanted)
  say(`Built in ${seconds()} s.`)
}

/** The pages without React are built by themselves, and served from the same folder and manifest as the app. */
function joinStatic(dist: string) {
  const [client, fixed] = [join(dist, 'client'), join(dist, 'static')]
  cpSync(join(fixed, 'assets'), join(client, 'assets'), { recursive: true })
  const entries = [fixed, client].map((folder) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')))
  writeFileSync(join(client, 'manifest.json'), JSON.stringify(Object.assign({}, ...entries)))
  rmSync(fixed, { recursive: true })
}

function builtFrom(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return
  }
}

function vite(...flags: string[]): Promise<void> {
  return new Promise((done, fail) => {
    const args = [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...flags]
    // A test run says NODE_ENV=test, and Vite would bundle React for development.
    const env = { ...process.env, NODE_ENV: 'production' }
    const child = spawn(process.execPath, args, { cwd: web, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const said: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => said.push(data))
    child.on('error', fail)
    child.on('close', (code) => {
      if (code === 0) done()
      else fail(new Error(`The web app could not be built.\n${Buffer.concat(said).toString()}`))
    })
  })
}

if (import.meta.main) await buildWeb({ force: process.argv.includes('--force') })
