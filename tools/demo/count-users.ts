import { sql } from 'drizzle-orm'
import type { Db } from '../../apps/server/src/platform/db.ts'

/** How many accounts there are, in whatever state. */
export async function countUsers(db: Db): Promise<number> {
  const row = await db.row<{ count: number }>(sql`select count(*)::int as count from users`)
  return row?.count ?? 0
}
