import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'

/** The table alias a fragment speaks of, such as `p`; written by us, never by a caller. */
type Alias = string

/** Whose eyes: nobody's (`null`), a user's, or a column's, where one statement asks for many users. */
type Eyes = UserId | SQL | null

/** The user exists for the viewer. Every list of people is joined through this. */
export const userVisible = (_viewer: Eyes, user: Alias): SQL => {
  const u = sql.raw(user)
  return sql`(${u}.state = 'active' and ${u}.deleted_at is null)`
}

/**
 * The post exists for the viewer. `post` and `author` are aliases of posts and of its author's users row.
 * Not ready: its author alone. Audience "followers": its author and whoever follows them now.
 */
export const postVisible = (viewer: Eyes, post: Alias, author: Alias): SQL => {
  const p = sql.raw(post)
  const own = viewer ? sql`${p}.author_id = ${viewer}` : sql`false`
  const follower = viewer
    ? sql`exists (select 1 from follows vf where vf.follower_id = ${viewer} and vf.followee_id = ${p}.author_id)`
    : sql`false`
  return sql`(${p}.deleted_at is null and ${userVisible(viewer, author)}
    and (${own} or (${p}.is_ready and (${p}.audience = 'everyone' or ${follower}))))`
}

/** The pet exists for the viewer: it was not removed, and somebody who cares for it is there. */
export const petVisible = (viewer: Eyes, pet: Alias): SQL => {
  const p = sql.raw(pet)
  return sql`(${p}.deleted_at is null and exists (
    select 1 from pet_people vp join users vu on vu.id = vp.user_id
    where vp.pet_id = ${p}.id and ${userVisible(viewer, 'vu')}))`
}

// So many places of a list are looked at for one page: where most are hidden, a walk to its end would cost without
// bound. Each costs some 5 µs.
const LOOKED_AT = 500

/** A list of posts by place, newest first: `rows` gives the post's `id` and, where that is not the order, `at`. */
export type PostPlaces = { rows: SQL; order: 'id' | 'at' }

/**
 * Of a list's places the first `most` whose posts exist for the viewer and keep the rule (`p`: the post), `seen` true.
 * Fewer among those looked at, and the last of these comes too, `seen` false: the list goes on below it.
 */
export const seenPlaces = (viewer: Eyes, { rows, order }: PostPlaces, most: number, rule = sql`true`): SQL => {
  const by = (of: string) => sql.raw(order === 'at' ? `${of}at desc, ${of}id desc` : `${of}id desc`)
  const window = (more: string) => sql`${rows} order by ${by('')} ${sql.raw(more)}`
  return sql`
    (select w.*, true as seen from (${window(`limit ${LOOKED_AT}`)}) w
      join posts p on p.id = w.id join users a on a.id = p.author_id
      where ${rule} and ${postVisible(viewer, 'p', 'a')} order by ${by('w.')} limit ${most}::int)
    union all
    (select w.*, false from (${window(`offset ${LOOKED_AT - 1} limit 1`)}) w)
    limit ${most}::int`
}

/**
 * The viewer does not hide the post's author or a pet in it (Premium). For lists that come to a person by themselves:
 * feed, explore, search. What they open, a link or a profile, is there. Own posts always are.
 */
export const postWanted = (viewer: Eyes, post: Alias, now: Date): SQL => {
  const p = sql.raw(post)
  if (!viewer) return sql`true`
  return sql`(${p}.author_id = ${viewer} or not exists (
    select 1 from hides vh where vh.user_id = ${viewer}
      and (vh.ends_at is null or vh.ends_at > ${now.toISOString()}::timestamptz)
      and (vh.hidden_user_id = ${p}.author_id or exists (
        select 1 from post_pets vpp where vpp.post_id = ${p}.id and vpp.pet_id = vh.hidden_pet_id))))`
}
