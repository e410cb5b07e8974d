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

/** Pid file of the embedded PostgreSQL, written as soon as it starts. */
export const postmasterPidFile = ({ dataDir }: Pick<RunningApp, 'dataDir'>) =>
  join(dataDir, 'postgres/cluster/postmaster.pid')

/** Pid of the postmaster. */
export const postmasterPid = (app: Pick<RunningApp, 'dataDir'>): number =>
  Number(readFileSync(postmasterPidFile(app), 'utf8').split('\n')[0])

/** Command line or current title of a process; empty when it has ended. */
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
      // The second field, the program name, may contain spaces.
      return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(parent)
    } catch {
      return false // the process has ended
    }
  }
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && isChild(pid))
    .map(Number)
}

/** Pids of the postmaster and its children. */
export function postgresPids(app: Pick<RunningApp, 'dataDir'>): number[] {
  const postmaster = postmasterPid(app)
  return [postmaster, ...childPids(postmaster)]
}

/** Sends a signal to each process and ignores ended ones. */
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
