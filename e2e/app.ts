import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../apps/server/src/testing/free-port.ts'

const root = join(import.meta.dirname, '..')
// Starts the app as `npm start` does: without the hook of import-cache.ts a start takes three times the CPU.
const main = ['--import', './apps/server/src/process/import-cache.ts', 'apps/server/src/main.ts'] as const
const startsWithinMs = 90_000 // on a busy machine
const stopsWithinMs = 15_000

/** A built app that runs as a process of its own. */
export type RunningApp = {
  /** Such as `http://localhost:41234`, without a slash at the end. */
  origin: string
  dataDir: string
  process: ChildProcess
  /** What it has printed so far. */
  output: () => string
  /** Ends it as an operator does and removes its data, unless `DATA_DIR` was given. */
  stop: () => Promise<void>
}

/** Starts the app on a free port and an empty data folder, without waiting; settings of the machine do not reach it. */
export async function launchApp(
  settings: Record<string, string> = {},
  [program, ...args]: [string, ...string[]] = [process.execPath, ...main],
): Promise<RunningApp> {
  const dataDir = settings.DATA_DIR ?? newDataDir()
  const port = settings.PORT ?? String(await freePort())
  const { PATH = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, TMPDIR, NODE_COMPILE_CACHE, PROCESSES: '1', ...settings, PORT: port, DATA_DIR: dataDir }
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const orphaned = () => child.kill('SIGTERM')
  process.on('exit', orphaned)
  child.once('exit', () => process.off('exit', orphaned))
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => said.push(data))
  const stop = async () => {
    await stopped(child)
    if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
  }
  const output = () => Buffer.concat(said).toString()
  return { origin: `http://localhost:${port}`, dataDir, process: child, output, stop }
}

/** An empty data folder; in a run of journeys a copy of one whose database is made and migrated already. */
export function newDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-e2e-'))
  const { DATA_TEMPLATE: template } = process.env
  // Whose files they are is copied too: PostgreSQL never runs as root.
  if (template) execFileSync('cp', ['-a', `${template}/.`, dataDir])
  return dataDir
}

/**
 * Starts the app as `launchApp` does and waits until it serves.
 * @throws Error with what the app printed when it ends, or is not ready in time.
 */
export async function startApp(
  settings: Record<string, string> = {},
  command?: [string, ...string[]],
): Promise<RunningApp> {
  for (let left = 4; ; left--) {
    const app = await launchApp(settings, command)
    try {
      await ready(app)
      return app
    } catch (error) {
      await app.stop()
      // Another app that starts now was given the free port first.
      if (left === 0 || settings.PORT || !/^Port \d+ is in use/m.test(app.output())) throw error
    }
  }
}

async function ready({ process: child, output }: RunningApp) {
  const deadline = performance.now() + startsWithinMs
  while (!output().includes('Pawtrait is ready: ')) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The app ended with ${child.exitCode ?? child.signalCode}:\n${output()}`)
    if (performance.now() > deadline) throw new Error(`The app was not ready within ${startsWithinMs} ms:\n${output()}`)
    await new Promise((done) => setTimeout(done, 25))
  }
}

/** Ends a process in order; one that does not end in time is killed. */
export async function stopped(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const late = setTimeout(() => child.kill('SIGKILL'), stopsWithinMs)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(late)
}
