import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ArchiveFileName, archiveFiles, getRowsPath } from './archive-files.ts'
import { BrokenArchiveError } from './broken-archive.ts'
import { type Archive, withArchive } from './open-archive.ts'
import type { ArchiveTask, ArchiveWorkerResponse } from './read-archive-rows.ts'
import { RowParser } from './row-parser.ts'

/** Yields the parsed rows of a file as JSON lines; yields nothing when the archive lacks the file. */
async function* readRowLines(archive: Archive, name: ArchiveFileName, count: () => void): AsyncGenerator<string> {
  if (archive.sizeOf(name) === undefined) return
  const { maxRows, ...file } = archiveFiles[name]
  let lines = ''
  let rows = 0
  const onRow = (row: unknown) => {
    if (++rows > maxRows) throw new BrokenArchiveError('too-much')
    count()
    lines += `${JSON.stringify(row)}\n`
  }
  const parser = new RowParser({ ...file, onRow })
  const stream = await archive.read(name)
  stream.setEncoding('utf8')
  for await (const text of stream as AsyncIterable<string>) {
    parser.write(text)
    yield lines
    lines = ''
  }
  parser.end()
  yield lines
}

async function extractRows({ file, folder }: ArchiveTask): Promise<Record<ArchiveFileName, number>> {
  const counts = { 'pets.json': 0, 'photos.json': 0, 'account.json': 0, 'posts.json': 0 }
  await withArchive(file, async (archive) => {
    for (const name of Object.keys(archiveFiles) as ArchiveFileName[]) {
      const lines = Readable.from(readRowLines(archive, name, () => counts[name]++))
      await pipeline(lines, createWriteStream(getRowsPath(folder, name), { mode: 0o600 }))
    }
  })
  return counts
}

const systemCode = /^E[A-Z0-9]+$/

/** Returns whether the machine caused the error (EIO, ENOSPC …), not the archive. A retry may then succeed. */
const isSystemError = (error: unknown) =>
  error instanceof Error && 'code' in error && systemCode.test(String(error.code)) && 'syscall' in error

async function runTask(task: ArchiveTask): Promise<ArchiveWorkerResponse> {
  try {
    return { ok: true, counts: await extractRows(task) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (error instanceof BrokenArchiveError && !isSystemError(error.cause))
      return { ok: false, fault: error.fault, reason }
    // All other errors count as a damaged archive, because decompression errors have no error class.
    return { ok: false, fault: isSystemError(error) ? null : 'damaged', reason }
  }
}

process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (message: { task: ArchiveTask }) => {
  void runTask(message.task).then((value) => process.send?.({ kind: 'done', value }))
})
