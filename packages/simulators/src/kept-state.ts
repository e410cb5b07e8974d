import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Keeps what happened beyond the end of a run, so that a payment of before can still be asked about or refunded. */
export type KeptState = {
  /** Soon after this the file says what `snapshot` says; many changes at once are one writing. */
  changed(): void
  /** Writes now, if anything is unwritten. */
  flush(): void
}

const writeAfterMs = 20

/** @param path the file; undefined keeps nothing. */
export function keepState(path: string | undefined, snapshot: () => unknown, log: (line: string) => void): KeptState {
  let timer: NodeJS.Timeout | undefined
  const write = () => {
    timer = undefined
    if (path === undefined) return
    try {
      mkdirSync(dirname(path), { recursive: true })
      // Whole or not at all: a reader never meets half a file.
      writeFileSync(`${path}.new`, JSON.stringify(snapshot()), { mode: 0o600 })
      renameSync(`${path}.new`, path)
    } catch (error) {
      log(`simulators: state not kept (${error instanceof Error ? error.message : String(error)})`)
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

/** What an earlier run kept; undefined when there is none, or when it cannot be read. */
export function readKept(path: string | undefined): unknown {
  if (path === undefined) return
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return
  }
}
