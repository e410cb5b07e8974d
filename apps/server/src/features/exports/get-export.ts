import type { DataExport } from '@pawtrait/contract/exports.ts'
import type { ExportId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectExport } from './queries.ts'
import { toDataExport } from './view.ts'

/** Returns an export of the viewer. @throws Problem 'not-found' when it does not exist or has another owner */
export async function getExport(ctx: UserContext, id: ExportId): Promise<DataExport> {
  const row = await selectExport(ctx.db, ctx.viewer, id)
  if (!row) throw new Problem('not-found', 'There is no such export.')
  return toDataExport(row, ctx.now)
}
