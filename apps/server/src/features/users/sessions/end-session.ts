import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import { deleteAllAccess, deleteOtherSessions, deleteSession, deleteSessionByHash } from '#features/users/queries.ts'
import type { Context, Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { type Browser, endedHere, hashToken, type SetCookie } from './session-cookie.ts'

const ids = (rows: { id: SessionId }[]) => rows.map(({ id }) => id)

/**
 * Ending a session by logging out here: it ends, its event streams close, the device stays known. A visitor may call it
 * too.
 */
export async function logOut(ctx: Context, browser: Browser): Promise<SetCookie[]> {
  const { pt_sid } = browser
  if (pt_sid)
    await ctx.transaction(async ({ db }) =>
      ctx.live.closeSessions(db, ids(await deleteSessionByHash(db, hashToken(pt_sid)))),
    )
  return endedHere(browser)
}

/** Ends one of the viewer's sessions. @throws Problem 'not-found' when it is not theirs or has ended. */
export async function endSession(ctx: UserContext, id: SessionId) {
  const ended = await ctx.transaction(async ({ db }) => {
    const rows = await deleteSession(db, ctx.viewer, id)
    await ctx.live.closeSessions(db, ids(rows))
    return rows
  })
  if (ended.length === 0) throw new Problem('not-found', 'That session has ended already.')
}

/** As `endOtherSessions`, in a transaction that is open. */
export async function closeOtherSessions({ live, viewer, session }: UserContext, { db }: Pick<Tx, 'db'>) {
  await live.closeSessions(db, ids(await deleteOtherSessions(db, viewer, session)))
}

/** Ends the viewer's sessions everywhere but here. */
export async function endOtherSessions(ctx: UserContext) {
  await ctx.transaction((tx) => closeOtherSessions(ctx, tx))
}

/** Ends all that lets a browser into an account without its secret: sessions, known browsers, codes on their way. */
export async function endAllAccess({ live }: Pick<Context, 'live'>, { db }: Pick<Tx, 'db'>, user: UserId) {
  await live.closeSessions(db, ids(await deleteAllAccess(db, user)))
}
