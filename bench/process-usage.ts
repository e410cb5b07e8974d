import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

// CPU time is read once no process has started or ended for this many milliseconds.
const SETTLE_MS = 50
const TICK_MS = 10 // On Linux, a clock tick is 10 ms: sysconf(_SC_CLK_TCK) is 100.

/** Returns parent and CPU time from /proc/<pid>/stat. Skips the process name, which may contain spaces. */
function statOf(pid: number): { parent: number; cpuMs: number } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    // utime, stime, cutime and cstime: CPU time of the process and of its ended children
    const ticks = [11, 12, 13, 14].map((at) => Number(fields[at]))
    return { parent: Number(fields[1]), cpuMs: ticks.reduce((sum, tick) => sum + tick, 0) * TICK_MS }
  } catch {
    return undefined // the process ended between listing and reading
  }
}

/** Returns the pids of a process and all its descendants. */
function treeOf(root: number): number[] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
  const parents = new Map(pids.map((pid) => [pid, statOf(pid)?.parent]))
  const tree = new Set([root])
  for (let grown = true; grown; ) {
    grown = false
    for (const [pid, parent] of parents)
      if (parent !== undefined && tree.has(parent) && !tree.has(pid)) {
        tree.add(pid)
        grown = true
      }
  }
  return [...tree]
}

const usedBy = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + (statOf(pid)?.cpuMs ?? 0), 0)

/**
 * Returns the CPU milliseconds that these process trees have used so far. Reads each tree again while it changes. The
 * kernel adds the time of an ended process to its parent only when the parent reaps the process.
 */
export async function readCpuMs(roots: readonly number[]): Promise<number> {
  const tree = () => [...new Set(roots.flatMap(treeOf))].toSorted((a, b) => a - b)
  for (let before = tree(); ; ) {
    await sleep(SETTLE_MS)
    const after = tree()
    if (String(before) === String(after)) return usedBy(after)
    before = after
  }
}

/** Returns the memory of these process trees in MB. Shared pages are counted proportionally (PSS). */
export function readPssMb(roots: readonly number[]): number {
  const kb = [...new Set(roots.flatMap(treeOf))].map((pid) => {
    try {
      return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      return 0
    }
  })
  return kb.reduce((sum, one) => sum + one, 0) / 1024
}
