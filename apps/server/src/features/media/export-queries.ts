import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'

/** Photos of the user, except deleted ones and evidence. `width` and `height` are those of the shown part. */
export const exportedPhotos = (user: UserId) => sql`
  select id as "photoId", width, height, crop, rotate, adjustments, created_at as "createdAt"
  from photos where owner_id = ${user} and deleted_at is null
    and (state <> 'failed' or taken_down_at is null) order by id`
