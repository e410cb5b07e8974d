import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'

/** Every photo that was not deleted, wherever it stands; sizes in pixels as it is shown. */
export const exportedPhotos = (user: UserId) => sql`
  select id as "photoId", width, height, crop, rotate, adjustments, size_bytes as "sizeBytes", created_at as "createdAt"
  from photos where owner_id = ${user} and deleted_at is null order by id`
