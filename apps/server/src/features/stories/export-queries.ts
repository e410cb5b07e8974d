import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { blockedStoryLikeCount, blockedStoryViewCount, isUserVisible } from '#features/blocks/visibility.sql.ts'

/** SQL of the user's stories that still exist: active ones and highlights. */
export const exportedStories = (user: UserId) => sql`
  select s.id, s.posted_at as "postedAt", s.expires_at as "expiresAt", s.caption, s.alt, s.composition, s.audience,
    s.allows_replies as "allowsReplies", json_build_object('photoId', s.photo_id) as photo,
    s.view_count - ${blockedStoryViewCount(user, sql`s.id`, sql`s.view_count`)} as "viewCount",
    s.paw_count - ${blockedStoryLikeCount(user, sql`s.id`, sql`s.view_count`)} as "pawCount",
    (select coalesce(json_agg(json_build_object('id', p.id, 'slug', p.slug, 'name', p.name) order by p.id), '[]')
      from story_pets sp join pets p on p.id = sp.pet_id where sp.story_id = s.id and p.deleted_at is null) as pets,
    (select coalesce(json_agg(h.pet_id order by h.pet_id), '[]') from story_highlights h where h.story_id = s.id)
      as "keptOnPets"
  from stories s where s.author_id = ${user} order by s.id`

/** SQL of story replies that the user sent, and of replies received from users that the user can still see. */
export const exportedReplies = (user: UserId) => sql`
  select case when r.author_id = ${user} then 'sent' else 'received' end as direction,
    case when ${isUserVisible(user, 'u')} then u.username end as username, r.story_id as "storyId", r.text,
    r.created_at as "createdAt"
  from story_replies r join users u on u.id = case when r.author_id = ${user} then r.recipient_id else r.author_id end
  where r.author_id = ${user} or (r.recipient_id = ${user} and ${isUserVisible(user, 'u')}) order by r.id`
