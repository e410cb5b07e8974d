import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { joinVisiblePost } from '#features/posts/visible-post.sql.ts'

/** Comments of the user. The post's author and caption are included only if the user may see the post. */
export const exportedComments = (user: UserId) => sql`
  select c.id, c.post_id as "postId", seen.author as "postAuthor", seen.caption as "postCaption",
    c.parent_id as "parentId", c.text, c.created_at as "createdAt", c.edited_at as "editedAt", seen.path
  from comments c join posts p on p.id = c.post_id join users a on a.id = p.author_id ${joinVisiblePost(user)}
  where c.author_id = ${user} and c.deleted_at is null order by c.id`
