import { type SQL, sql } from 'drizzle-orm'
import { type Alias, follows, isViewer, type Viewer } from './visibility.sql.ts'

/**
 * A visible user may come to the viewer unasked: by explore, search or as a suggestion. Moderators have not limited
 * them, or the viewer follows them.
 */
export const userPromoted = (viewer: Viewer, user: Alias): SQL => {
  const u = sql.raw(user)
  return sql`(not ${u}.is_limited or ${isViewer(viewer, sql`${u}.id`)} or ${follows(viewer, sql`${u}.id`)})`
}

/** As `userPromoted`, a visible pet: somebody whose it is, is not limited. */
export const petPromoted = (viewer: Viewer, pet: Alias): SQL => sql`exists (
  select 1 from pet_people vlp join users vlu on vlu.id = vlp.user_id
  where vlp.pet_id = ${sql.raw(pet)}.id and vlp.role <> 'sitter' and ${userPromoted(viewer, 'vlu')})`
