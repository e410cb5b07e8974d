import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningApp } from './app.ts'

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Pid file of the embedded PostgreSQL, which PostgreSQL writes as soon as it starts. */
export const postmasterPidFile = ({ dataDir }: Pick<RunningApp, 'dataDir'>) =>
  join(dataDir, 'postgres/cluster/postmaster.pid')

/** Returns the pid of the postmaster, the main process of PostgreSQL. */
export const postmasterPid = (app: Pick<RunningApp, 'dataDir'>): number =>
  Number(readFileSync(postmasterPidFile(app), 'utf8').split('\n')[0])

/** Returns the command line or current title of a process, or an empty string when the process has ended. */
export const readCommand = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}

export function childPids(parent: number): number[] {
  const isChild = (pid: string) => {
    try {
      // In /proc/<pid>/stat, the second field is the program name, which may contain spaces.
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(parent)
    } catch {
      return false // the process has ended
    }
  }
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && isChild(pid))
    .map(Number)
}

/** Returns the pids of the postmaster, which is PostgreSQL's main process, and of its children. */
export function postgresPids(app: Pick<RunningApp, 'dataDir'>): number[] {
  const postmaster = postmasterPid(app)
  return [postmaster, ...childPids(postmaster)]
}

/** Sends a signal to each process. Ignores processes that have ended. */
export function sendSignal(pids: number[], name: NodeJS.Signals) {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {} // the process has ended
}

/** Kills the app, and PostgreSQL if requested, without a shutdown. Simulates a machine failure. */
export async function killApp(app: RunningApp, { withPostgres = false } = {}) {
  const postgres = withPostgres && postmasterPid(app)
  // Sends SIGSTOP first, because on a busy machine the app would return 503 between the two kills.
  app.process.kill('SIGSTOP')
  if (postgres) process.kill(postgres, 'SIGKILL')
  app.process.kill('SIGKILL')
  await once(app.process, 'exit')
}
