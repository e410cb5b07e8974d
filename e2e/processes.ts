import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningApp } from './app.ts'

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Where the embedded PostgreSQL names its first process as soon as it starts. */
export const pidFileOf = ({ dataDir }: Pick<RunningApp, 'dataDir'>) => join(dataDir, 'postgres/cluster/postmaster.pid')

/** The first process of an app's embedded PostgreSQL. */
export const postmasterOf = (app: Pick<RunningApp, 'dataDir'>): number =>
  Number(readFileSync(pidFileOf(app), 'utf8').split('\n')[0])

/** How a process was started, or what it calls itself since; empty when it has ended. */
export const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

/** The processes that this one started and that are still there. */
export function childrenOf(parent: number): number[] {
  const isChild = (pid: string) => {
    try {
      // The second field, the program's name, may hold spaces.
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(parent)
    } catch {
      return false // ended meanwhile
    }
  }
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && isChild(pid))
    .map(Number)
}

/** The first process of an app's embedded PostgreSQL and all it started. */
export function postgresOf(app: Pick<RunningApp, 'dataDir'>): number[] {
  const postmaster = postmasterOf(app)
  return [postmaster, ...childrenOf(postmaster)]
}

/** Sends a signal to each; who has ended meanwhile is passed over. */
export function signal(pids: number[], name: NodeJS.Signals) {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {} // ended meanwhile
}

/** Ends the app, and PostgreSQL with it when told, as a failing machine does. */
export async function kill(app: RunningApp, { withPostgres = false } = {}) {
  const postgres = withPostgres && postmasterOf(app)
  // Stopped first: between the two kills a busy machine leaves the app time to refuse what it was asked.
  app.process.kill('SIGSTOP')
  if (postgres) process.kill(postgres, 'SIGKILL')
  app.process.kill('SIGKILL')
  await once(app.process, 'exit')
}
