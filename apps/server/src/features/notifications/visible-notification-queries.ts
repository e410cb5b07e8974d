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

const countUnread = compileStatement<{ users: string; now: string; limit: number }>(
  ['users', 'now', 'limit'],
  ({ users, now, limit }) => sql`
    select o.id as "userId", u.* from unnest(${users}::uuid[]) o (id) cross join lateral (
      with ${visibleNotifications(sql`o.id`, now, unreadNotifications(sql`o.id`, limit))}
      select least(count(*), ${MAX_UNREAD}::int)::int as unread,
        count(*) < ${MAX_UNREAD}::int and (select count(*) from lines) = ${limit}::int as "isCut" from visible) u`,
)

/** Returns the number of visible unread notifications of each user, at most 100. */
export async function selectUnreadCounts(db: Db, users: readonly UserId[], now: Date) {
  const count = (userIds: readonly UserId[], limit: number) =>
    db.rows<UnreadRow>(countUnread({ users: idArray(userIds), now: now.toISOString(), limit }))
  const rows = await count(users, FIRST_SCAN_LIMIT)
  const cutUserIds = rows.filter(({ isCut }) => isCut).map(({ userId }) => userId)
  if (cutUserIds.length === 0) return rows
  return [...rows.filter(({ isCut }) => !isCut), ...(await count(cutUserIds, SCAN_LIMIT))]
}

export const selectUnreadCount = async (db: Db, user: UserId, now: Date) =>
  (await selectUnreadCounts(db, [user], now))[0]?.unread ?? 0
