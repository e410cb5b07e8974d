import { type SQL, sql } from 'drizzle-orm'
import { type Alias, follows, isViewer, type Viewer } from './visibility.sql.ts'

/** SQL condition for Explore, search and suggestions: moderators do not limit the user, or the viewer follows them. */
export const userPromotable = (viewer: Viewer, user: Alias): SQL => {
  const u = sql.raw(user)
  return sql`(not ${u}.is_limited or ${isViewer(viewer, sql`${u}.id`)} or ${follows(viewer, sql`${u}.id`)})`
}

/** SQL condition for Explore, search and suggestions: at least one non-sitter of the pet is `userPromotable`. */
export const petPromotable = (viewer: Viewer, pet: Alias): SQL => sql`exists (
  select 1 from pet_people vlp join users vlu on vlu.id = vlp.user_id
  where vlp.pet_id = ${sql.raw(pet)}.id and vlp.role <> 'sitter' and ${userPromotable(viewer, 'vlu')})`
