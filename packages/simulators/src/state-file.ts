import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Stores the simulators' state in a file, so that payments can be queried and refunded after a restart. */
export type PersistedState = {
  /** Schedules a write of `snapshot`; several changes become one write. */
  changed(): void
  /** Writes pending changes now. */
  flush(): void
}

const writeAfterMs = 20

/** @param path of the file; undefined stores nothing. */
export function persistState(
  path: string | undefined,
  snapshot: () => unknown,
  log: (line: string) => void,
): PersistedState {
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    timer = undefined
    if (path === undefined) return
    try {
      mkdirSync(dirname(path), { recursive: true })
      // Renames a complete file, so that a reader never sees half a file.
      writeFileSync(`${path}.new`, JSON.stringify(snapshot()), { mode: 0o600 })
      renameSync(`${path}.new`, path)
    } catch (error) {
      log(`simulators: the state file could not be written (${error instanceof Error ? error.message : String(error)})`)
    }
  }
  return {
    changed() {
      timer ??= setTimeout(write, writeAfterMs).unref()
    },
    flush() {
      if (timer === undefined) return
      clearTimeout(timer)
      write()
    },
  }
}

/** Returns the state of an earlier run; undefined when missing or unreadable. */
export function readPersistedState(path: string | undefined): unknown {
  if (path === undefined) return
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return
  }
}
