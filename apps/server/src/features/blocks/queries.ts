import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db.ts'
import { userVisible } from './visibility.sql.ts'

export const selectVisibleUser = (db: Db, viewer: UserId | null, id: UserId) =>
  db.row(sql`select 1 from users u where u.id = ${id} and ${userVisible(viewer, 'u')}`)
