import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from './failures.ts'
import { isOwnTemporary } from './socket-folder.ts'

/** What `postmaster.pid` says: line 1 pid, 2 data folder, 5 socket folder, 8 state (miscadmin.h, LOCK_FILE_LINE_*). */
export function readPidFile(cluster: string): { pid: number; socketFolder: string; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** Every process's command line, by pid. */
function commandLines(): [pid: number, line: string][] {
  if (process.platform !== 'linux') {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,command='], { encoding: 'utf8' }).trim().split('\n')
    return lines.map((line) => [Number.parseInt(line, 10), line.trim().replace(/^\d+ /, '')])
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      return [[Number(pid), readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')]]
    } catch {
      return [] // it ended while we looked
    }
  })
}

/** What PostgreSQL writes into the title of every process of this cluster. */
export const clusterName = (cluster: string) => createHash('sha256').update(cluster).digest('hex').slice(0, 16)

/**
 * Postmasters of this cluster, and backends that outlived theirs. The caller holds the folder, so they have no owner.
 * Titles can be read where `/proc/<pid>/cwd` cannot: by root in a container.
 */
function processesOf(cluster: string): { postmasters: number[]; backends: number[] } {
  const all = commandLines()
  const pids = (is: (line: string) => boolean) => all.filter(([, line]) => is(line)).map(([pid]) => pid)
  return {
    postmasters: pids((line) => /^\S*postgres /.test(line) && `${line} `.includes(` -D${cluster} `)),
    backends: pids((line) => line.startsWith(`postgres: ${clusterName(cluster)}: `)),
  }
}

function signal(pids: number[], name: NodeJS.Signals) {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {
      // Already gone.
    }
}

/** Asks with one signal and waits. True when nothing of the cluster runs any more. */
async function endProcesses(cluster: string, name: NodeJS.Signals, patienceMs: number): Promise<boolean> {
  const end = performance.now() + patienceMs
  signal(processesOf(cluster).postmasters, name)
  while (performance.now() < end) {
    const { postmasters, backends } = processesOf(cluster)
    if (postmasters.length + backends.length === 0) return true
    // Without a postmaster they end by themselves, but not before the statement they are in.
    if (postmasters.length === 0) signal(backends, name === 'SIGKILL' ? 'SIGKILL' : 'SIGQUIT')
    await sleep(20)
  }
  return false
}

/**
 * Ends what a killed start left behind, so that the next postmaster can open the cluster: an orphaned postmaster is
 * shut down in order, backends without one are ended. Then a pid file is certainly stale, and removed.
 * @throws CannotStart when a process survives even SIGKILL.
 */
export async function clearLeftovers(cluster: string, log: (line: string) => void) {
  const left = readPidFile(cluster)
  if (!left) return
  const { postmasters } = processesOf(cluster)
  if (postmasters.length > 0) log(`PostgreSQL of an earlier start still runs (process ${postmasters[0]}): stopping it.`)
  const ended =
    (await endProcesses(cluster, 'SIGINT', 20_000)) || // fast shutdown
    (await endProcesses(cluster, 'SIGQUIT', 5_000)) || // immediate: the next start recovers from the log
    (await endProcesses(cluster, 'SIGKILL', 5_000))
  if (!ended)
    throw new CannotStart(`PostgreSQL of an earlier start on ${cluster} (process ${left.pid}) cannot be ended.`)
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  if (isOwnTemporary(left.socketFolder)) rmSync(left.socketFolder, { recursive: true, force: true })
}
