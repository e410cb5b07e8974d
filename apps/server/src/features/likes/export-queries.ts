import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { postVisible } from '#features/blocks/visibility.sql.ts'

/** What the user liked; whose post it is as far as they may see it. */
export const exportedLikes = (user: UserId) => sql`
  select l.post_id as "postId", case when ${postVisible(user, 'p', 'a')} then a.username end as author,
    l.created_at as "createdAt"
  from likes l join posts p on p.id = l.post_id join users a on a.id = p.author_id
  where l.user_id = ${user} order by l.created_at, l.post_id`
