import type { UserId } from '@pawtrait/contract/ids.ts'
import { deleteAllAccess } from '#features/users/queries.ts'
import type { Context, Tx } from '#platform/context.ts'

/** Ends all sessions, known devices and pending codes of a user, who must then log in again. */
export async function endAllAccess({ live }: Pick<Context, 'live'>, { db }: Pick<Tx, 'db'>, user: UserId) {
  await live.closeSessions(
    db,
    (await deleteAllAccess(db, user)).map(({ id }) => id),
  )
}
