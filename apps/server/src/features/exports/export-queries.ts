import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'

export const exportedExports = (user: UserId) => sql`
  select created_at as "createdAt", finished_at as "finishedAt", size_bytes as "sizeBytes"
  from exports where user_id = ${user} and finished_at is not null order by id`
