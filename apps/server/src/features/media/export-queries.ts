import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'

/**
 * Every photo that was not deleted or held as evidence, wherever it stands; in pixels as it is shown. The bytes are the
 * file's.
 */
export const exportedPhotos = (user: UserId) => sql`
  select id as "photoId", width, height, crop, rotate, adjustments, created_at as "createdAt"
  from photos where owner_id = ${user} and deleted_at is null
    and (state <> 'failed' or taken_down_at is null) order by id`
