import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { joinVisiblePost } from '#features/posts/visible-post.sql.ts'

/** Exports saved posts with their collections. Omits author and caption of a post that the user can no longer see. */
export const exportedSaves = (user: UserId) => sql`
  select s.post_id as "postId", seen.author, seen.caption,
    (select coalesce(json_agg(c.name order by c.name), '[]')
      from collection_posts cp join collections c on c.id = cp.collection_id
      where cp.post_id = s.post_id and c.user_id = ${user}) as collections,
    s.created_at as "createdAt", seen.path
  from saves s join posts p on p.id = s.post_id join users a on a.id = p.author_id ${joinVisiblePost(user)}
  where s.user_id = ${user} order by s.created_at, s.post_id`
