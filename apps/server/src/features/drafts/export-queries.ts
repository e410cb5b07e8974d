import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'

export const exportedDrafts = (user: UserId) => sql`
  select d.id, d.created_at as "createdAt", d.updated_at as "updatedAt", d.caption, d.place, d.audience, d.replies,
    to_json(d.pets) as pets,
    (select coalesce(json_agg(json_build_object('photoId', photo_id, 'alt', alt) order by position), '[]')
      from draft_photos where draft_id = d.id) as photos
  from drafts d where d.user_id = ${user} order by d.id`
