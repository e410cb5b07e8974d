import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { postVisible } from '#features/blocks/visibility.sql.ts'

/** What the user saved, and the collections it stands in; whose post it is as far as they may see it. */
export const exportedSaves = (user: UserId) => sql`
  select s.post_id as "postId", case when ${postVisible(user, 'p', 'a')} then a.username end as author,
    (select coalesce(json_agg(c.name order by c.name), '[]')
      from collection_posts cp join collections c on c.id = cp.collection_id
      where cp.post_id = s.post_id and c.user_id = ${user}) as collections,
    s.created_at as "createdAt"
  from saves s join posts p on p.id = s.post_id join users a on a.id = p.author_id
  where s.user_id = ${user} order by s.created_at, s.post_id`
