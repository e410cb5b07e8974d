import { type SQL, sql } from 'drizzle-orm'
import { isFollower, isViewer, type TableAlias, type Viewer } from './visibility.sql.ts'

/**
 * SQL condition for Explore, search and suggestions: moderators have not limited the user, or the user is the viewer or
 * followed by the viewer.
 */
export const isUserPromotable = (viewer: Viewer, user: TableAlias): SQL => {
  const u = sql.raw(user)
  return sql`(not ${u}.is_limited or ${isViewer(viewer, sql`${u}.id`)} or ${isFollower(viewer, sql`${u}.id`)})`
}

/**
 * SQL condition for Explore, search and suggestions: `isUserPromotable` holds for at least one of the pet's people who
 * is not a sitter.
 */
export const isPetPromotable = (viewer: Viewer, pet: TableAlias): SQL => sql`exists (
  select 1 from pet_people vlp join users vlu on vlu.id = vlp.user_id
  where vlp.pet_id = ${sql.raw(pet)}.id and vlp.role <> 'sitter' and ${isUserPromotable(viewer, 'vlu')})`
