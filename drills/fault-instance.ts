import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningApp, startApp } from '../e2e/app.ts'
import type { Client } from '../e2e/client.ts'
import type { Acknowledged } from '../e2e/kills.ts'
import { childrenOf, commandOf, kill, signal } from '../e2e/processes.ts'
import { rssMb } from './streams.ts'

/** One instance under load; a fault that ends the app puts the one that was started again in its place. */
export type Instance = { app: RunningApp; client: Client; done: Acknowledged; hasOwnDisk: boolean }

/** Settings of every instance of the drill: two processes, as `npm start` has on a machine of several cores. */
export const settings = { PHOTOS_PER_DAY: '1000000', POSTS_PER_DAY: '1000000', PACE: '1000000', PROCESSES: '2' }

const root = join(import.meta.dirname, '..')

/** As `npm start` runs it, with the same options of Node; a port of its own for each process's inspector. */
function command(): [string, ...string[]] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const options = scripts.start.split(' ').filter((word) => word.startsWith('--'))
  return [process.execPath, ...options, '--inspect-port=0', 'apps/server/src/main.ts']
}

/** Starts the app of a drill on a data folder. */
export const startInstance = (dataDir: string, more: Record<string, string> = {}): Promise<RunningApp> =>
  startApp({ ...settings, DATA_DIR: dataDir, ...more }, command())

/** The app's processes by what they say of themselves; the one that stands by is among them. */
const processes = ({ app }: Instance): number[] =>
  childrenOf(app.process.pid ?? 0).filter((pid) => /app-process|^pawtrait \(/.test(commandOf(pid)))

/** The processes that answer requests. */
export const answering = (instance: Instance): number[] =>
  processes(instance).filter((pid) => commandOf(pid).startsWith('pawtrait (answers)'))

/** The app's processes with the first of them, decoders left out: they come and go. */
export const lasting = (instance: Instance): number[] => [instance.app.process.pid ?? 0, ...processes(instance)]

/** Resident memory of the app's processes in MB. */
export const memory = (instance: Instance): number => lasting(instance).reduce((sum, pid) => sum + rssMb(pid), 0)

/** Starts the app on the data and the port it had, with more settings when told. */
export async function startAgain(instance: Instance, more: Record<string, string> = {}) {
  const { origin, dataDir } = instance.app
  instance.app = await startInstance(dataDir, { PORT: new URL(origin).port, ...more })
}

/** The whole tree dies as with its machine, and is started again on the same data and port. */
export async function restartKilled(instance: Instance) {
  const all = processes(instance)
  await kill(instance.app, { withPostgres: true })
  signal(all, 'SIGKILL')
  await startAgain(instance)
}
