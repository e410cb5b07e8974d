import { text } from 'node:stream/consumers'
import * as v from 'valibot'
import { ARCHIVE_FORMAT_VERSION, FORMAT_FILE_NAME } from '#features/exports/archive/archive-format.ts'
import { BrokenArchiveError } from './broken-archive.ts'
import { type Archive, withArchive } from './open-archive.ts'

// `format.json` has only 13 bytes in an export, so the server parses it itself. A child process parses the other files.
const MAX_FORMAT_BYTES = 1024

// The schema is optional, because the first exports have no `format.json`.
const Format = v.optional(v.object({ format: v.pipe(v.number(), v.integer(), v.minValue(1)) }), { format: 1 })

/** Checks that a file is an export, by its ZIP directory and its `format.json`. @throws BrokenArchiveError */
export const checkArchive = (path: string): Promise<void> =>
  withArchive(path, async (archive) => {
    if (archive.sizeOf('posts.json') === undefined) throw new BrokenArchiveError('not-ours')
    const format = v.safeParse(Format, await readFormat(archive))
    if (!format.success) throw new BrokenArchiveError('damaged')
    if (format.output.format > ARCHIVE_FORMAT_VERSION) throw new BrokenArchiveError('newer')
  })

async function readFormat(archive: Archive): Promise<unknown> {
  const size = archive.sizeOf(FORMAT_FILE_NAME)
  if (size === undefined) return undefined
  if (size > MAX_FORMAT_BYTES) throw new BrokenArchiveError('damaged')
  try {
    return JSON.parse(await text(await archive.read(FORMAT_FILE_NAME)))
  } catch (cause) {
    throw new BrokenArchiveError('damaged', { cause })
  }
}
