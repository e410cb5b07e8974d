import type { ImportId } from '@pawtrait/contract/ids.ts'
import type { DataImport, NewestImport } from '@pawtrait/contract/imports.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectImport, selectNewestImport } from './queries.ts'
import { toDataImport } from './view.ts'

/** Returns an import of the viewer. @throws Problem 'not-found' when it does not exist or has another owner */
export async function getImport(ctx: UserContext, id: ImportId): Promise<DataImport> {
  const row = await selectImport(ctx.db, ctx.viewer, id)
  if (!row) throw new Problem('not-found', 'There is no such import.')
  return toDataImport(row)
}

/** Returns the viewer's newest import and the maximum size of an archive in MB. */
export async function getNewestImport({ db, viewer, config }: UserContext): Promise<NewestImport> {
  const newest = await selectNewestImport(db, viewer)
  return { import: newest ? toDataImport(newest) : null, mostMb: config.importMb }
}
