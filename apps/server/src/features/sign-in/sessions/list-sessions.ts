import type { Session } from '@pawtrait/contract/sign-in/sign-in.ts'
import type { UserContext } from '#platform/context.ts'
import { currentTimeZoneName } from '#platform/text/renamed-time-zones.ts'
import { selectSessions } from './session-queries.ts'

/** Returns the viewer's sessions, last used first. */
export async function listSessions(ctx: UserContext): Promise<{ sessions: Session[] }> {
  const rows = await selectSessions(ctx.db, ctx.viewer, ctx.now)
  // Old sessions may have a time zone name that was renamed since.
  const toCurrentZone = (name: string | null) => name && currentTimeZoneName(name)
  return {
    sessions: rows.map((row) => ({ ...row, timeZone: toCurrentZone(row.timeZone), current: row.id === ctx.session })),
  }
}
