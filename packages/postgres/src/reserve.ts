import { closeSync, existsSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

// Lock files, a little log, and what the first session of each database writes; this is far more.
const RESERVE_BYTES = 4 * 1024 * 1024
const CHUNK = Buffer.alloc(64 * 1024)
// By then whoever starts it has connected.
const REFILL_MS = 5_000

const isShort = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < RESERVE_BYTES
}

/** Takes as much of the room as there is. */
function fill(file: string) {
  const handle = openSync(file, 'w', 0o600)
  try {
    for (let written = 0; written < RESERVE_BYTES; ) written += writeSync(handle, CHUNK)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')))
      throw error
  } finally {
    closeSync(handle)
  }
}

/** Room set aside below a folder, for starts on a full disk: else nobody could read what is there any more. */
export type Reserve = {
  /** To be called before a start: gives the room free where there is no other, and takes it back a moment later. */
  lend(): void
  stop(): void
}

export function reserveIn(folder: string): Reserve {
  const file = join(folder, 'reserve')
  let timer: NodeJS.Timeout | undefined
  return {
    lend: () => {
      clearTimeout(timer)
      if (existsSync(file) && isShort(folder)) rmSync(file)
      const takeBack = () => {
        if (!existsSync(file) || statSync(file).size < RESERVE_BYTES) fill(file)
      }
      timer = setTimeout(takeBack, REFILL_MS).unref()
    },
    stop: () => clearTimeout(timer),
  }
}
