import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db.ts'

/** Nothing when it was so already. */
export const updatePrivacy = (db: Db, id: UserId, isPrivate: boolean) =>
  db.row(sql`update users set is_private = ${isPrivate} where id = ${id} and is_private <> ${isPrivate} returning 1`)
