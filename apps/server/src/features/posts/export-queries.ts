import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { blockedLikeCount, isCommentVisible } from '#features/blocks/visibility.sql.ts'

// The SQL contains the name of the table `comments`, because an import of the table would be cyclic.
/** SQL of the user's posts, also archived ones, oldest first, with photos, pets, visible comments and edit history. */
export const exportedPosts = (user: UserId) => sql`
  select p.id, p.posted_at as "postedAt", p.edited_at as "editedAt", p.archived_at as "archivedAt",
    p.pinned_at as "pinnedAt", p.caption, p.place, p.audience, p.replies,
    p.like_count - ${blockedLikeCount(user, sql`p.id`, sql`p.like_count`)} as "likeCount",
    (select coalesce(json_agg(json_build_object('photoId', photo_id, 'alt', alt) order by position), '[]')
      from post_photos where post_id = p.id) as photos,
    (select coalesce(json_agg(json_build_object('id', t.id, 'slug', t.slug, 'name', t.name) order by t.id), '[]')
      from post_pets pp join pets t on t.id = pp.pet_id where pp.post_id = p.id and t.deleted_at is null) as pets,
    (select coalesce(json_agg(json_build_object('id', c.id, 'parentId', c.parent_id, 'author', a.username,
        'text', c.text, 'createdAt', c.created_at) order by c.id), '[]')
      from comments c join users a on a.id = c.author_id
      where c.post_id = p.id and ${isCommentVisible(user, 'c', 'a')}) as comments,
    (select coalesce(json_agg(json_build_object('at', e.at, 'before', e.before) order by e.id), '[]')
      from post_edits e where e.post_id = p.id) as edits
  from posts p where p.author_id = ${user} and p.deleted_at is null order by p.id`
