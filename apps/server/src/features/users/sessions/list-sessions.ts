import type { Session } from '@pawtrait/contract/users.ts'
import { selectSessions } from '#features/users/queries.ts'
import type { UserContext } from '#platform/context.ts'

/** Where the viewer is logged in, last used first. */
export async function listSessions(ctx: UserContext): Promise<{ sessions: Session[] }> {
  const rows = await selectSessions(ctx.db, ctx.viewer, ctx.now)
  return { sessions: rows.map((row) => ({ ...row, current: row.id === ctx.session })) }
}
