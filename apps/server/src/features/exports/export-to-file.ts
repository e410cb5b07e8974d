import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { OwnedTable } from '#platform/database/owned-data.ts'
import { writeArchive } from './archive/write-archive.ts'

/**
 * Writes a user's export into a new file, so that the operator can give it to a user who cannot log in. Deletes the
 * file on failure.
 * @throws Error 'EEXIST' when the file exists
 */
export async function exportToFile(ctx: Context, ownedData: readonly OwnedTable[], user: UserId, file: string) {
  const target = await open(file, 'wx', 0o600)
  try {
    await ctx.storage.withFolder((folder) =>
      writeArchive(ctx, { user, ownedData, folder, onProgress: async () => {} }, (zip) =>
        pipeline(zip, target.createWriteStream()),
      ),
    )
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await target.close()
  }
}
