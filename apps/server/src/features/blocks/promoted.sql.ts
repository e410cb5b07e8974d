import { type SQL, sql } from 'drizzle-orm'
import { type Alias, follows, isViewer, type Viewer } from './visibility.sql.ts'

/** Explore, search and suggestions may show a visible user: not limited by moderators, or followed by the viewer. */
export const userPromoted = (viewer: Viewer, user: Alias): SQL => {
  const u = sql.raw(user)
  return sql`(not ${u}.is_limited or ${isViewer(viewer, sql`${u}.id`)} or ${follows(viewer, sql`${u}.id`)})`
}

/** Explore, search and suggestions may show a visible pet: one of its people, except sitters, is `userPromoted`. */
export const petPromoted = (viewer: Viewer, pet: Alias): SQL => sql`exists (
  select 1 from pet_people vlp join users vlu on vlu.id = vlp.user_id
  where vlp.pet_id = ${sql.raw(pet)}.id and vlp.role <> 'sitter' and ${userPromoted(viewer, 'vlu')})`
