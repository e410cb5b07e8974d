import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../apps/server/src/testing/free-port.ts'

const root = join(import.meta.dirname, '..')
// Imports the module that `npm start` imports. Without import-cache.ts, a start needs three times as much CPU time.
const main = ['--import', './apps/server/src/process/import-cache.ts', 'apps/server/src/main.ts'] as const
const startsWithinMs = 90_000 // Start timeout, long enough for a busy machine.
const stopsWithinMs = 15_000

/** The built app, running in a separate process. */
export type RunningApp = {
  /** URL without a slash at the end, such as `http://localhost:41234`. */
  origin: string
  dataDir: string
  process: ChildProcess
  /** Output on stdout and stderr so far. */
  output: () => string
  /** Sends SIGTERM and waits until the app has ended. Then removes the data, unless the caller set `DATA_DIR`. */
  stop: () => Promise<void>
}

/**
 * Starts the app on a free port with a new data folder, unless `settings` contains `PORT` or `DATA_DIR`. Does not wait
 * until the app is ready. The app gets no environment variables of this process except basic ones such as `PATH`.
 */
export async function launchApp(
  settings: Record<string, string> = {},
  [program, ...args]: [string, ...string[]] = [process.execPath, ...main],
): Promise<RunningApp> {
  const dataDir = settings.DATA_DIR ?? createDataDir()
  const port = settings.PORT ?? String(await findFreePort())
  const { PATH = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, TMPDIR, NODE_COMPILE_CACHE, PROCESSES: '1', ...settings, PORT: port, DATA_DIR: dataDir }
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const terminate = () => child.kill('SIGTERM')
  process.on('exit', terminate)
  child.once('exit', () => process.off('exit', terminate))
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => chunks.push(data))
  const stop = async () => {
    await stopProcess(child)
    if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
  }
  const output = () => Buffer.concat(chunks).toString()
  return { origin: `http://localhost:${port}`, dataDir, process: child, output, stop }
}

/**
 * Creates a data folder. In an e2e run, the folder is a copy of a template with a migrated database. Otherwise it is
 * empty.
 */
export function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-e2e-'))
  const { DATA_TEMPLATE: template } = process.env
  // `cp -a` keeps the owner of the files, because PostgreSQL runs as another user when this process is root.
  if (template) execFileSync('cp', ['-a', `${template}/.`, dataDir])
  return dataDir
}

/**
 * Starts the app as `launchApp` does and waits until it is ready.
 * @throws Error with the output of the app when the app ends, or is not ready in time.
 */
export async function startApp(
  settings: Record<string, string> = {},
  command?: [string, ...string[]],
): Promise<RunningApp> {
  for (let retries = 4; ; retries--) {
    const app = await launchApp(settings, command)
    try {
      await waitUntilReady(app)
      return app
    } catch (error) {
      await app.stop()
      // Retries with another port, because another app may have taken the free port in between.
      if (retries === 0 || settings.PORT || !/^Port \d+ is in use/m.test(app.output())) throw error
    }
  }
}

async function waitUntilReady({ process: child, output }: RunningApp) {
  const deadline = performance.now() + startsWithinMs
  while (!output().includes('Pawtrait is ready: ')) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The app ended with ${child.exitCode ?? child.signalCode}:\n${output()}`)
    if (performance.now() > deadline) throw new Error(`The app was not ready within ${startsWithinMs} ms:\n${output()}`)
    await new Promise((done) => setTimeout(done, 25))
  }
}

/** Sends SIGTERM and waits until the process has ended. Kills a process that does not end in time. */
export async function stopProcess(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const late = setTimeout(() => child.kill('SIGKILL'), stopsWithinMs)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(late)
}
