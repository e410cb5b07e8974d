import * as v from 'valibot'
import { archiveFormat, FORMAT_FILE } from '#features/exports/archive/archive-format.ts'
import { BrokenArchive } from './broken-archive.ts'
import { withArchive } from './open-archive.ts'
import { oneOf } from './read-rows.ts'

// The first exports did not say it.
const Format = v.optional(v.object({ format: v.pipe(v.number(), v.integer(), v.minValue(1)) }), { format: 1 })

/**
 * Looks whether a file is an archive that an export made, as far as its directory says.
 * @throws BrokenArchive
 */
export const checkArchive = (path: string): Promise<void> =>
  withArchive(path, async (archive) => {
    if (archive.sizeOf('posts.json') === undefined) throw new BrokenArchive('not-ours')
    const format = v.safeParse(Format, await oneOf(archive, FORMAT_FILE))
    if (!format.success) throw new BrokenArchive('damaged')
    if (format.output.format > archiveFormat) throw new BrokenArchive('newer')
  })
