import type { SessionId } from '@pawtrait/contract/ids.ts'
import { clearRequestCookies, type RequestCookies, type SetCookie } from '#features/users/account/session-cookie.ts'
import type { Context, Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken } from '#platform/security/token.ts'
import { deleteOtherSessions, deleteSession, deleteSessionByHash } from './session-queries.ts'

const toIds = (rows: { id: SessionId }[]) => rows.map(({ id }) => id)

/** Ends the session and closes its event streams; the device remains known. For visitors, only clears cookies. */
export async function logOut(ctx: Context, browser: RequestCookies): Promise<SetCookie[]> {
  const { pt_sid } = browser
  if (pt_sid)
    await ctx.transaction(async ({ db, emit }) => {
      const ended = toIds(await deleteSessionByHash(db, hashToken(pt_sid)))
      await ctx.live.closeSessions(db, ended)
      for (const sessionId of ended) await emit('logged-out', { sessionId })
    })
  return clearRequestCookies(browser)
}

/** Ends one of the viewer's sessions. @throws Problem 'not-found' when it is another user's or has ended. */
export async function endSession(ctx: UserContext, id: SessionId) {
  const ended = await ctx.transaction(async ({ db }) => {
    const rows = await deleteSession(db, ctx.viewer, id)
    await ctx.live.closeSessions(db, toIds(rows))
    return rows
  })
  if (ended.length === 0) throw new Problem('not-found', 'That session has ended already.')
}

export async function closeOtherSessions({ live, viewer, session }: UserContext, { db }: Pick<Tx, 'db'>) {
  await live.closeSessions(db, toIds(await deleteOtherSessions(db, viewer, session)))
}

export async function endOtherSessions(ctx: UserContext) {
  await ctx.transaction((tx) => closeOtherSessions(ctx, tx))
}
