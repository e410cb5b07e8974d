import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningApp, startApp } from '../e2e/app.ts'
import type { ApiClient } from '../e2e/client.ts'
import type { AcknowledgedWrites } from '../e2e/kills.ts'
import { childPids, killApp, readCommand, sendSignal } from '../e2e/processes.ts'
import { readRssMb } from './streams.ts'

/** An instance under load. If a fault ends the app, `app` is replaced by the restarted app. */
export type DrillInstance = { app: RunningApp; client: ApiClient; done: AcknowledgedWrites; hasOwnDisk: boolean }

/** Settings of each app instance in the drill: two processes, as with `npm start` on a multi-core machine. */
export const drillSettings = { PHOTOS_PER_DAY: '1000000', POSTS_PER_DAY: '1000000', PACE: '1000000', PROCESSES: '2' }

const root = join(import.meta.dirname, '..')

/** Command of `npm start` with its Node options. Each process gets its own inspector port. */
function command(): [string, ...string[]] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const options = scripts.start.split(' ').filter((word) => word.startsWith('--'))
  return [process.execPath, ...options, '--inspect-port=0', 'apps/server/src/main.ts']
}

/** Starts the app for a drill on a data folder. */
export const startInstance = (dataDir: string, more: Record<string, string> = {}): Promise<RunningApp> =>
  startApp({ ...drillSettings, DATA_DIR: dataDir, ...more }, command())

/** Returns the pids of the app's processes, including the standby. Finds them by their process titles. */
const processes = ({ app }: DrillInstance): number[] =>
  childPids(app.process.pid ?? 0).filter((pid) => /app-process|^pawtrait \(/.test(readCommand(pid)))

/** Returns the pids of the processes that handle requests. */
export const findRequestHandlerPids = (instance: DrillInstance): number[] =>
  processes(instance).filter((pid) => readCommand(pid).startsWith('pawtrait (answers)'))

/** Returns the pids of the app's processes, including the main process, but without the short-lived decoders. */
export const findLongLivedPids = (instance: DrillInstance): number[] => [
  instance.app.process.pid ?? 0,
  ...processes(instance),
]

/** Returns the resident memory of the app's processes in MB. */
export const readMemoryMb = (instance: DrillInstance): number =>
  findLongLivedPids(instance).reduce((sum, pid) => sum + readRssMb(pid), 0)

/** Starts the app again on the same data and port, with additional settings. */
export async function restartInstance(instance: DrillInstance, more: Record<string, string> = {}) {
  const { origin, dataDir } = instance.app
  instance.app = await startInstance(dataDir, { PORT: new URL(origin).port, ...more })
}

/** Kills the whole process tree, as a machine failure would, and restarts the app on the same data and port. */
export async function killAndRestart(instance: DrillInstance) {
  const all = processes(instance)
  await killApp(instance.app, { withPostgres: true })
  sendSignal(all, 'SIGKILL')
  await restartInstance(instance)
}
