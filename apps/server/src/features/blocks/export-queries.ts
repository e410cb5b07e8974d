import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'

/** The users and pets that the user hides. Hides, blocks and mutes by other users are never exported. */
export const exportedHides = (user: UserId) => sql`
  select u.username, p.slug as "petSlug", h.created_at as "createdAt", h.ends_at as "endsAt"
  from hides h left join users u on u.id = h.hidden_user_id left join pets p on p.id = h.hidden_pet_id
  where h.user_id = ${user} order by h.id`

export const exportedBlocks = (user: UserId) => sql`
  select u.username, b.created_at as "createdAt" from blocks b join users u on u.id = b.blocked_id
  where b.blocker_id = ${user} order by b.created_at, u.id`

export const exportedMutes = (user: UserId) => sql`
  select u.username, m.created_at as "createdAt" from mutes m join users u on u.id = m.muted_id
  where m.user_id = ${user} order by m.created_at, u.id`
