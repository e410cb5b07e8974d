import type { UserId } from '@pawtrait/contract/ids.ts'
import { deleteAllAccess } from '#features/users/queries.ts'
import type { Context, Tx } from '#platform/context.ts'

/** Ends all that lets a browser into an account without its secret: sessions, known browsers, codes on their way. */
export async function endAllAccess({ live }: Pick<Context, 'live'>, { db }: Pick<Tx, 'db'>, user: UserId) {
  await live.closeSessions(
    db,
    (await deleteAllAccess(db, user)).map(({ id }) => id),
  )
}
