import { type SQL, sql } from 'drizzle-orm'
import { type Alias, follows, isViewer, type Viewer } from './visibility.sql.ts'

/** A visible user may be shown unasked (Explore, search, suggestions): not limited, or followed by the viewer. */
export const userPromoted = (viewer: Viewer, user: Alias): SQL => {
  const u = sql.raw(user)
  return sql`(not ${u}.is_limited or ${isViewer(viewer, sql`${u}.id`)} or ${follows(viewer, sql`${u}.id`)})`
}

/** A visible pet may be shown unasked: at least one of its people, sitters aside, is `userPromoted`. */
export const petPromoted = (viewer: Viewer, pet: Alias): SQL => sql`exists (
  select 1 from pet_people vlp join users vlu on vlu.id = vlp.user_id
  where vlp.pet_id = ${sql.raw(pet)}.id and vlp.role <> 'sitter' and ${userPromoted(viewer, 'vlu')})`
