import { open, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { OwnedTable } from '#platform/database/owned-data.ts'
import { writeArchive } from './archive/write-archive.ts'

/** Writes an export to a new file, for a user who cannot log in; deletes it on failure. @throws Error 'EEXIST' */
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
