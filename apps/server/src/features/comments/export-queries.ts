import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { postVisible } from '#features/blocks/visibility.sql.ts'

/** What the user said; whose post it is as far as they may see it. */
export const exportedComments = (user: UserId) => sql`
  select c.id, c.post_id as "postId", case when ${postVisible(user, 'p', 'a')} then a.username end as "postAuthor",
    c.parent_id as "parentId", c.text, c.created_at as "createdAt", c.edited_at as "editedAt"
  from comments c join posts p on p.id = c.post_id join users a on a.id = p.author_id
  where c.author_id = ${user} and c.deleted_at is null order by c.id`
