import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { compileStatement } from '#platform/database/compile-statement.ts'
import { type Db, idArray } from '#platform/database/db.ts'
import {
  FIRST_SCAN_LIMIT,
  MAX_UNREAD,
  SCAN_LIMIT,
  unreadNotifications,
  visibleNotifications,
} from './visible-notifications.sql.ts'

type UnreadRow = { userId: UserId; unread: number; isCut: boolean }

const countUnread = compileStatement<{ users: string; now: string; most: number }>(
  ['users', 'now', 'most'],
  ({ users, now, most }) => sql`
    select o.id as "userId", u.* from unnest(${users}::uuid[]) o (id) cross join lateral (
      with ${visibleNotifications(sql`o.id`, now, unreadNotifications(sql`o.id`, most))}
      select least(count(*), ${MAX_UNREAD}::int)::int as unread,
        count(*) < ${MAX_UNREAD}::int and (select count(*) from lines) = ${most}::int as "isCut" from visible) u`,
)

/** Returns the number of visible unread notifications of each user, at most 100. */
export async function selectUnreadCounts(db: Db, users: readonly UserId[], now: Date) {
  const count = (of: readonly UserId[], most: number) =>
    db.rows<UnreadRow>(countUnread({ users: idArray(of), now: now.toISOString(), most }))
  const counted = await count(users, FIRST_SCAN_LIMIT)
  const cut = counted.filter(({ isCut }) => isCut).map(({ userId }) => userId)
  if (cut.length === 0) return counted
  return [...counted.filter(({ isCut }) => !isCut), ...(await count(cut, SCAN_LIMIT))]
}

export const selectUnreadCount = async (db: Db, user: UserId, now: Date) =>
  (await selectUnreadCounts(db, [user], now))[0]?.unread ?? 0
