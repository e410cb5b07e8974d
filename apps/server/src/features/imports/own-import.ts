import type { ImportId } from '@pawtrait/contract/ids.ts'
import type { Import, NewestImport } from '@pawtrait/contract/imports.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectImport, selectNewestImport } from './queries.ts'
import { importView } from './view.ts'

/** One of the viewer's imports. @throws Problem 'not-found' when it is another's, or was never there */
export async function ownImport(ctx: UserContext, id: ImportId): Promise<Import> {
  const row = await selectImport(ctx.db, ctx.viewer, id)
  if (!row) throw new Problem('not-found', 'There is no such import.')
  return importView(row)
}

/** The viewer's newest import, and how large an archive may be. */
export async function newestImport({ db, viewer, config }: UserContext): Promise<NewestImport> {
  const newest = await selectNewestImport(db, viewer)
  return { import: newest ? importView(newest) : null, mostMb: config.importMb }
}
