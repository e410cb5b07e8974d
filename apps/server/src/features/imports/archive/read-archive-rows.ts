import { ChildFailed, ChildPool } from '#platform/process/child-pool.ts'
import { linesOfFile } from '#platform/storage/lines-of-file.ts'
import { type ArchiveFileName, getRowsPath } from './archive-files.ts'
import { type ArchiveFault, BrokenArchiveError } from './broken-archive.ts'

/** Task of the worker: read the archive `file` and write the needed fields of its rows into `folder`. */
export type ArchiveTask = { file: string; folder: string }
/** `fault` is null when the archive did not cause the error. */
export type ArchiveWorkerResponse =
  | { ok: true; counts: Record<ArchiveFileName, number> }
  | { ok: false; fault: ArchiveFault | null; reason: string }

/** Rows of an archive. They are limited in size and reduced to the fields that an import needs. */
export type ArchiveRows = {
  counts: Record<ArchiveFileName, number>
  /** Yields the rows of a file in order; null for a row that is too large or not an object. */
  read(name: ArchiveFileName): AsyncGenerator<unknown>
}

// Parses one archive at a time, because importing the photos takes much longer. The largest file (256 MB) takes 4 s of
// CPU time. The limit of 30 s stops a file full of empty objects, which would take 40 s.
const pool = new ChildPool({
  file: new URL('./archive-worker.ts', import.meta.url),
  size: () => 1,
  cpuSeconds: 30,
  wallSeconds: 600,
  memoryMegabytes: 160,
  heapMegabytes: 48,
  idleSeconds: 1,
  niceness: 10,
})

/**
 * Parses the JSON files of an archive in a child process with memory and CPU limits.
 * @throws BrokenArchiveError when the archive is invalid or exceeds a limit; ChildFailed or Error for other failures
 */
export async function readArchiveRows(file: string, folder: string): Promise<ArchiveRows> {
  // The cast is safe: the child process runs archive-worker.ts of the same release.
  const response = (await pool
    .run({ file, folder } satisfies ArchiveTask)
    .catch(throwOverLimit)) as ArchiveWorkerResponse
  if (!response.ok) {
    if (response.fault === null) throw new Error(`the archive could not be read: ${response.reason}`)
    throw new BrokenArchiveError(response.fault, { cause: response.reason })
  }
  return { counts: response.counts, read: (name) => parseLines(getRowsPath(folder, name)) }
}

function throwOverLimit(error: unknown): never {
  const isSystemFailure = !(error instanceof ChildFailed) || error.reason === 'killed' || error.reason === 'starved'
  throw isSystemFailure ? error : new BrokenArchiveError('too-much', { cause: error })
}

async function* parseLines(path: string): AsyncGenerator<unknown> {
  for await (const line of linesOfFile(path)) yield JSON.parse(line)
}
