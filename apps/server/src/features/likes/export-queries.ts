import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { joinVisiblePost } from '#features/posts/visible-post.sql.ts'

/** Likes of the user. The post's author and caption are included only if the user may see the post. */
export const exportedLikes = (user: UserId) => sql`
  select l.post_id as "postId", seen.author, seen.caption, l.created_at as "createdAt", seen.path
  from likes l join posts p on p.id = l.post_id join users a on a.id = p.author_id ${joinVisiblePost(user)}
  where l.user_id = ${user} order by l.created_at, l.post_id`
