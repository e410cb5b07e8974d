import { closeSync, existsSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'

// Size of the reserve file. A start of PostgreSQL writes much less: lock files, some WAL, and data of the first session
// in each database.
const RESERVE_BYTES = 4 * 1024 * 1024
const CHUNK = Buffer.alloc(64 * 1024)
// Delay after a start before the reserve file is created again. It gives the app time to connect.
const REFILL_MS = 5_000

const lacksSpace = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < RESERVE_BYTES
}

/** Writes the reserve file. If the disk becomes full, the file is shorter than `RESERVE_BYTES`. */
function writeReserve(file: string) {
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

/** A file that reserves disk space. Without it, PostgreSQL could not start on a full disk, not even for reads. */
export type DiskReserve = {
  /** Deletes the file before a start if the disk is full. Creates it again a few seconds later. */
  lend(): void
  stop(): void
}

const reservePath = (folder: string) => join(folder, 'reserve')

/** Deletes the reserve file when the disk has less free space than the file occupies. */
function freeReserve(folder: string) {
  const file = reservePath(folder)
  if (existsSync(file) && lacksSpace(folder)) rmSync(file)
}

/**
 * Runs `work`, which must succeed even on a full disk. If the disk is full, first deletes the reserve file, and
 * restores it afterwards.
 */
export async function withFreedDiskReserve<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const hadReserve = existsSync(reservePath(folder))
  if (hadReserve) freeReserve(folder)
  try {
    return await work()
  } finally {
    if (hadReserve && !existsSync(reservePath(folder))) writeReserve(reservePath(folder))
  }
}

export function openReserve(folder: string): DiskReserve {
  const file = reservePath(folder)
  let timer: NodeJS.Timeout | undefined
  return {
    lend: () => {
      clearTimeout(timer)
      freeReserve(folder)
      const restoreReserve = () => {
        if (!existsSync(file) || statSync(file).size < RESERVE_BYTES) writeReserve(file)
      }
      timer = setTimeout(restoreReserve, REFILL_MS).unref()
    },
    stop: () => clearTimeout(timer),
  }
}
