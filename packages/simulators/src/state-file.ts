import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Stores the simulators' state in a file, so that payments can be queried and refunded after a restart. */
export type PersistedState = {
  /** Schedules a write of `snapshot`. Combines several changes into one write. */
  changed(): void
  /** Writes pending changes now. */
  flush(): void
}

const writeAfterMs = 20

/** @param path of the state file. Undefined stores nothing. */
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
      // Writes a complete temporary file and renames it, so that a reader never sees half a file.
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

/** Returns the state of an earlier run, or undefined when the file is missing or unreadable. */
export function readPersistedState(path: string | undefined): unknown {
  if (path === undefined) return
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return
  }
}
