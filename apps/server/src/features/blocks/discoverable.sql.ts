import { type SQL, sql } from 'drizzle-orm'
import { isFollower, isViewer, type SqlViewer, type TableAlias } from './visibility.sql.ts'

/**
 * SQL condition for Explore, search, suggestions, mentions and notifications: moderators have not limited the user, or
 * the viewer is this user or follows them.
 */
export const isUserDiscoverable = (viewer: SqlViewer, user: TableAlias): SQL => {
  const u = sql.raw(user)
  return sql`(not ${u}.is_limited or ${isViewer(viewer, sql`${u}.id`)} or ${isFollower(viewer, sql`${u}.id`)})`
}

/** SQL condition for Explore, search, suggestions: a person of the pet, not a sitter, passes `isUserDiscoverable`. */
export const isPetDiscoverable = (viewer: SqlViewer, pet: TableAlias): SQL => sql`exists (
  select 1 from pet_people vlp join users vlu on vlu.id = vlp.user_id
  where vlp.pet_id = ${sql.raw(pet)}.id and vlp.role <> 'sitter' and ${isUserDiscoverable(viewer, 'vlu')})`
