import type { Context } from '#platform/context.ts'
import { deleteFileHashes, upsertFileHashes } from './file-queries.ts'

/** A file to be kept: what it is called in the storage, and where it lies now. */
export type FileToKeep = { name: string; file: string }

/** Puts files in place, and writes down what each holds: from then on `storage verify` misses it. */
export async function keepFiles(ctx: Context, files: readonly FileToKeep[]): Promise<void> {
  const kept = files.map(async ({ name, file }) => ({ name, ...(await ctx.storage.put(name, { file })) }))
  await upsertFileHashes(ctx.db, await Promise.all(kept))
}

/** Takes files away, and what was written down of them. Names that are not there are no mistake. */
export async function dropFiles(ctx: Context, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await ctx.storage.delete(names)
  await deleteFileHashes(ctx.db, names)
}
