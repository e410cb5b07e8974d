import type { Context } from '#platform/context.ts'
import { deleteFileHashes, upsertFileHashes } from './file-queries.ts'

/** A file to store: its name in the storage, and its current path. */
export type FileToStore = { name: string; file: string }

/** Moves files into the storage and records their hashes, which `storage verify` checks. */
export async function storeFiles(ctx: Context, files: readonly FileToStore[]): Promise<void> {
  const hashes = files.map(async ({ name, file }) => ({ name, ...(await ctx.storage.put(name, { file })) }))
  await upsertFileHashes(ctx.db, await Promise.all(hashes))
}

/** Deletes files and their recorded hashes. Missing files are ignored. */
export async function deleteStoredFiles(ctx: Context, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await ctx.storage.delete(names)
  await deleteFileHashes(ctx.db, names)
}
