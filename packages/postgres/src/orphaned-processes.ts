import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from './errors.ts'
import { isTemporarySocketFolder } from './socket-folder.ts'

/**
 * Reads `postmaster.pid`. Line 1: pid, 2: data folder, 5: socket folder, 8: state (LOCK_FILE_LINE_* in PostgreSQL's
 * miscadmin.h).
 */
export function readPidFile(cluster: string): { pid: number; socketFolder: string; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** Returns the command lines of all processes, by pid. */
function readCommandLines(): [pid: number, line: string][] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,command='], { encoding: 'utf8' }).trim().split('\n')
    return lines.map((line) => [Number.parseInt(line, 10), line.trim().replace(/^\d+ /, '')])
  }
  const filterPids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return filterPids.flatMap((pid) => {
    try {
      return [[Number(pid), readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]]
    } catch {
      return [] // the process has ended since /proc was listed
    }
  })
}

/** Returns the name of a cluster. PostgreSQL shows this name in the title of each of the cluster's processes. */
export const computeClusterName = (cluster: string) => createHash('sha256').update(cluster).digest('hex').slice(0, 16)

/**
 * Returns the processes of this cluster. All of them are orphans, because the caller has locked the folder. Finds them
 * by title, because root in a container may lack the right to read `/proc/<pid>/cwd`.
 */
function findProcesses(cluster: string): { postmasters: number[]; backends: number[] } {
  const all = readCommandLines()
  const pids = (matches: (line: string) => boolean) => all.filter(([, line]) => matches(line)).map(([pid]) => pid)
  return {
    postmasters: pids((line) => /^\S*postgres /.test(line) && `${line} `.includes(` -D${cluster} `)),
    backends: pids((line) => line.startsWith(`postgres: ${computeClusterName(cluster)}: `)),
  }
}

function sendSignal(pids: number[], name: NodeJS.Signals) {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {
      // The process has already ended.
    }
}

/**
 * Sends a signal to the postmasters and waits up to `timeoutMs`. Ends the remaining backends once no postmaster runs.
 * Returns whether all processes of the cluster have ended.
 */
async function endProcesses(cluster: string, name: NodeJS.Signals, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs
  sendSignal(findProcesses(cluster).postmasters, name)
  while (performance.now() < end) {
    const { postmasters, backends } = findProcesses(cluster)
    if (postmasters.length + backends.length === 0) return true
    // Without a postmaster, a backend ends by itself, but only after its current statement.
    if (postmasters.length === 0) sendSignal(backends, name === 'SIGKILL' ? 'SIGKILL' : 'SIGQUIT')
    await sleep(20)
  }
  return false
}

/**
 * Ends the processes of an earlier start that was killed. Shuts down an orphaned postmaster and ends its backends. Then
 * removes the stale pid file.
 * @throws CannotStart when a process survives even SIGKILL.
 */
export async function endOrphanedProcesses(cluster: string, log: (line: string) => void) {
  const leftover = readPidFile(cluster)
  if (!leftover) return
  const { postmasters } = findProcesses(cluster)
  if (postmasters.length > 0)
    log(`PostgreSQL of an earlier start is still running (process ${postmasters[0]}): stopping it.`)
  const ended =
    (await endProcesses(cluster, 'SIGINT', 20_000)) || // Requests a fast shutdown, which ends all sessions.
    (await endProcesses(cluster, 'SIGQUIT', 5_000)) || // Immediate shutdown. The next start recovers from the WAL.
    (await endProcesses(cluster, 'SIGKILL', 5_000))
  if (!ended)
    throw new CannotStart(
      `PostgreSQL of an earlier start on ${cluster} (process ${leftover.pid}) cannot be stopped: end it yourself.`,
    )
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  if (isTemporarySocketFolder(leftover.socketFolder)) rmSync(leftover.socketFolder, { recursive: true, force: true })
}
