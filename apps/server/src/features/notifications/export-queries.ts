import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { isUserVisible } from '#features/blocks/visibility.sql.ts'
import { isActorCommentVisible } from './visible-notifications.sql.ts'

/** Notifications of the user, with the actors that the user can still see. */
export const exportedNotifications = (user: UserId) => sql`
  select n.created_at as "createdAt", n.type,
    (select coalesce(json_agg(u.username order by na.at, u.id), '[]')
      from notification_actors na join users u on u.id = na.actor_id
      where na.notification_id = n.id and ${isUserVisible(user, 'u')} and ${isActorCommentVisible(sql`n.type`)})
      as actors,
    n.actor_count as "actorCount", n.post_id as "postId", n.comment_id as "commentId", n.pet_id as "petId",
    n.story_id as "storyId", n.decision_id as "decisionId", n.read_at as "readAt"
  from notifications n where n.user_id = ${user} order by n.id`
