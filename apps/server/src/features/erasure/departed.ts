import type { UserId } from '@pawtrait/contract/ids.ts'
import { departedCommentLikes } from '#features/comments/departed-comments.ts'
import { departedFollows } from '#features/follows/departed-follows.ts'
import { departedLikes } from '#features/likes/departed-likes.ts'
import { lockWhetherCounted } from '#features/users/account/leave.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import type { Context } from '#platform/context.ts'
import type { SetsAside } from '#platform/database/set-aside.ts'
import { insertSetAside, moveSetAside, selectSetAside, takeSetAside } from './queries.ts'

const AT_ONCE = 200

const kinds: readonly SetsAside[] = [...departedFollows, departedLikes, departedCommentLikes]

/**
 * Takes what somebody who has left or is suspended is counted in out of the numbers, or puts it back afterwards. Looks
 * at how things stand: run twice or late, it does what is right; some rows a transaction, so that nobody waits long.
 */
export async function settleDeparted(ctx: Context, user: UserId): Promise<void> {
  for (const kind of kinds) while (await settleSome(ctx, user, kind));
}

const settleSome = (ctx: Context, user: UserId, { kind, people, take, put }: SetsAside) =>
  ctx.transaction(async (tx) => {
    const { db } = tx
    const followed = await people?.(db, user, AT_ONCE)
    const kept = people && (await selectSetAside(db, user, kind, AT_ONCE))
    await lockUsers(tx, user, ...(followed ?? []), ...(kept ?? []))
    const isHere = await lockWhetherCounted(db, user)
    if (isHere === undefined) return false
    if (isHere) await moveSetAside(db, user)
    const rows = isHere ? await takeSetAside(db, user, kind, AT_ONCE) : await take(db, user, AT_ONCE)
    if (rows.length === 0) return false
    if (isHere) await put(db, user, rows)
    else await insertSetAside(db, user, kind, rows)
    return true
  })
