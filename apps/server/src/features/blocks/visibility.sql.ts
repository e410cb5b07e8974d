import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import { toInstantSql } from '#platform/database/compile-statement.ts'

/** A table alias in an SQL fragment. It is inserted as raw SQL, so it must never come from user input. */
export type TableAlias = string

/** Viewer in a visibility condition: null for a visitor, a user id, or an SQL column in a query for many users. */
export type SqlViewer = UserId | SQL | null

/** SQL condition: there is no block between the viewer and the user. `user`: SQL of a user id. */
const hasNoBlock = (viewer: SqlViewer, user: SQL) =>
  viewer
    ? sql`not exists (select 1 from blocks vb where vb.blocker_id = ${viewer} and vb.blocked_id = ${user})
      and not exists (select 1 from blocks vb where vb.blocker_id = ${user} and vb.blocked_id = ${viewer})`
    : sql`true`

/** Selects users (column `other`) with a block to or from a user in `ids`. A mutual block yields two rows. */
const selectUsersWithBlock = (ids: SQL) => sql`
  select blocked_id as other from blocks where blocker_id in (${ids})
  union all select blocker_id from blocks where blocked_id in (${ids})`

const blockCount = (ids: SQL) => sql`(select count(*) from (${selectUsersWithBlock(ids)}) vb)`

/** SQL condition: the user blocks, or is blocked by, at least one user. `user`: SQL of a user id. */
// Without `order by`, the planner may scan the whole table, because it expects to find the first row soon.
export const hasAnyBlock = (user: SQL) => sql`(
  (select true from blocks where blocker_id = ${user} order by blocker_id, blocked_id limit 1)
  or (select true from blocks where blocked_id = ${user} order by blocked_id, blocker_id limit 1)) is true`

/** SQL of a query for rows of users, such as likes. `from`: FROM and WHERE clause; `by`: column of the user id. */
type UserRowsSql = { from: SQL; by: SQL }

const countPerBlockedUser = (ids: SQL, { from, by }: UserRowsSql) => sql`
  (select coalesce(sum((select count(*) from ${from} and ${by} = vb.other)), 0)::int
    from (select distinct other from (${selectUsersWithBlock(ids)}) vd) vb)`

// Up to this number of rows, the query checks each row for a block. Above, it first counts the viewer's blocks.
const FEW_ROWS = 32
// Cost estimate: searching the rows for one blocked user costs about as much as reading eight rows.
const ROWS_PER_LOOKUP = 8

/**
 * Number of rows by users with a block to or from the viewer. The query checks each row, or searches the rows for each
 * blocked user. It chooses the option with the lower cost. `total`: an upper bound for the number of rows.
 */
const countBlockedRows = (viewer: SqlViewer, total: SQL, rows: UserRowsSql): SQL => {
  if (!viewer) return sql`0`
  const { from, by } = rows
  const ids = sql`${viewer}`
  return sql`(case when ${total} = 0 or not (select ${hasAnyBlock(ids)}) then 0
    when ${total} <= ${FEW_ROWS} then (select count(*)::int from ${from} and not (${hasNoBlock(viewer, by)}))
    when ${total} <= ${ROWS_PER_LOOKUP} * ${blockCount(ids)}
      then (select count(*)::int from ${from} and (${by} in (${selectUsersWithBlock(ids)})) is true)
    else ${countPerBlockedUser(ids, rows)} end)`
}

/** Number of a post's likes by users with a block to or from the viewer. `total`: the stored count of likes. */
export const blockedLikeCount = (viewer: SqlViewer, post: SQL, total: SQL): SQL =>
  countBlockedRows(viewer, total, { from: sql`likes vl where vl.post_id = ${post}`, by: sql`vl.user_id` })

export const blockedFollowerCount = (viewer: SqlViewer, user: SQL, total: SQL): SQL =>
  countBlockedRows(viewer, total, { from: sql`follows vf where vf.followee_id = ${user}`, by: sql`vf.follower_id` })

export const blockedFollowingCount = (viewer: SqlViewer, user: SQL, total: SQL): SQL =>
  countBlockedRows(viewer, total, { from: sql`follows vf where vf.follower_id = ${user}`, by: sql`vf.followee_id` })

export const blockedPetFollowerCount = (viewer: SqlViewer, pet: SQL, total: SQL): SQL =>
  countBlockedRows(viewer, total, { from: sql`pet_follows vf where vf.pet_id = ${pet}`, by: sql`vf.user_id` })

/** SQL: number of likes of a pet's birthday by users with a block to or from the viewer. The total is not stored. */
export const blockedBirthdayLikeCount = (viewer: SqlViewer, { pet, day }: { pet: SQL; day: SQL }): SQL => {
  const from = sql`birthday_paws vw where vw.pet_id = ${pet} and vw.day = ${day}`
  return countBlockedRows(viewer, sql`(select count(*) from ${from})`, { from, by: sql`vw.user_id` })
}

export const blockedStoryViewCount = (viewer: SqlViewer, story: SQL, total: SQL): SQL =>
  countBlockedRows(viewer, total, { from: sql`story_views vv where vv.story_id = ${story}`, by: sql`vv.user_id` })

/** SQL: number of a story's likes by users with a block to or from the viewer. `total`: number of its views. */
export const blockedStoryLikeCount = (viewer: SqlViewer, story: SQL, total: SQL): SQL =>
  countBlockedRows(viewer, total, {
    from: sql`story_views vv where vv.story_id = ${story} and vv.pawed_at is not null`,
    by: sql`vv.user_id`,
  })

export const blockedCommentLikeCount = (viewer: SqlViewer, comment: SQL, total: SQL): SQL =>
  countBlockedRows(viewer, total, { from: sql`comment_likes vl where vl.comment_id = ${comment}`, by: sql`vl.user_id` })

// Up to this number of comments, the query checks each one. Above, it first counts the viewer's and author's blocks.
const FEW_COMMENTS = 200

/** Number of comments that blocks hide. `author`: the post's author. `condition`: SQL on comments (alias `vc`). */
export const hiddenCommentCount = (viewer: SqlViewer, author: SQL, total: SQL, condition: SQL): SQL => {
  const isActive = sql`vcu.id = vc.author_id and vcu.state = 'active' and vcu.deleted_at is null`
  const from = sql`comments vc join users vcu on ${isActive} where ${condition} and vc.deleted_at is null`
  const rows = { from, by: sql`vc.author_id` }
  const ids = viewer ? sql`${viewer}, ${author}` : author
  const viewerHasBlocks = viewer ? sql`(select ${hasAnyBlock(sql`${viewer}`)})` : sql`false`
  const isReadable = sql`(not ${viewerHasBlocks} or ${hasNoBlock(viewer, rows.by)}) and ${hasNoBlock(author, rows.by)}`
  return sql`(case when ${total} = 0 or not (${viewerHasBlocks} or ${hasAnyBlock(author)}) then 0
    when ${total} <= ${FEW_COMMENTS} or ${total} <= ${ROWS_PER_LOOKUP} * ${blockCount(ids)}
      then (select count(*)::int from ${rows.from} and not (${isReadable}))
    else ${countPerBlockedUser(ids, rows)} end)`
}

export const blockedCommentCount = (viewer: SqlViewer, post: { id: SQL; author: SQL }, total: SQL): SQL =>
  hiddenCommentCount(viewer, post.author, total, sql`vc.post_id = ${post.id}`)

/** SQL condition: the viewer may see the user. All lists of users apply it. */
export const isUserVisible = (viewer: SqlViewer, user: TableAlias): SQL => {
  const u = sql.raw(user)
  return sql`(${u}.state = 'active' and ${u}.deleted_at is null and ${hasNoBlock(viewer, sql`${u}.id`)})`
}

/**
 * SQL condition: the comment is not deleted, and there is no block between its author and the post's author. Such a
 * block hides it from all viewers. Otherwise users could read a comment that the post's author cannot find and delete.
 */
export const isCommentUnblocked = (comment: TableAlias): SQL => {
  const c = sql.raw(comment)
  return sql`(${c}.deleted_at is null and not exists (select 1 from posts vcp
    where vcp.id = ${c}.post_id and not (${hasNoBlock(sql`vcp.author_id`, sql`${c}.author_id`)})))`
}

/** SQL condition: `isCommentUnblocked` holds, and the author is visible. `author`: alias of the author's users row. */
export const isCommentVisible = (viewer: SqlViewer, comment: TableAlias, author: TableAlias): SQL =>
  sql`(${isCommentUnblocked(comment)} and ${isUserVisible(viewer, author)})`

export const isViewer = (viewer: SqlViewer, user: SQL) => (viewer ? sql`${user} = ${viewer}` : sql`false`)

// Uses a scalar subquery: for `exists`, the planner may read all follows of the viewer for one page.
export const isFollower = (viewer: SqlViewer, user: SQL) =>
  viewer
    ? sql`(select true from follows vf where vf.follower_id = ${viewer} and vf.followee_id = ${user}) is true`
    : sql`false`

const isCloseFriend = (viewer: SqlViewer, user: SQL) =>
  viewer
    ? sql`exists (select 1 from close_friends vc where vc.user_id = ${user} and vc.friend_id = ${viewer})`
    : sql`false`

/** SQL condition for a visible user: the account is public, the viewer follows it, or it is the viewer's own. */
export const isAccountReadable = (viewer: SqlViewer, user: TableAlias): SQL => {
  const u = sql.raw(user)
  return sql`(not ${u}.is_private or ${isViewer(viewer, sql`${u}.id`)} or ${isFollower(viewer, sql`${u}.id`)})`
}

/** SQL condition: the viewer is in the audience of a post or story. `item`: alias of a table with `audience`. */
export const isViewerInAudience = (viewer: SqlViewer, item: TableAlias, author: TableAlias): SQL => {
  const [t, a] = [sql.raw(item), sql.raw(author)]
  return sql`case ${t}.audience
    when 'everyone' then ${isAccountReadable(viewer, author)}
    when 'followers' then ${isFollower(viewer, sql`${a}.id`)}
    else ${isCloseFriend(viewer, sql`${a}.id`)} end`
}

/** Number of a visible author's published posts that the viewer may see, from the counts per audience in `users`. */
export const visiblePostCount = (viewer: SqlViewer, author: TableAlias): SQL => {
  const a = sql.raw(author)
  return sql`case when ${isViewer(viewer, sql`${a}.id`)} then ${a}.post_count else
    case when ${isAccountReadable(viewer, author)}
      then ${a}.post_count - ${a}.followers_post_count - ${a}.friends_post_count
      else 0 end
    + case when ${isFollower(viewer, sql`${a}.id`)} then ${a}.followers_post_count else 0 end
    + case when ${isCloseFriend(viewer, sql`${a}.id`)} then ${a}.friends_post_count else 0 end end`
}

/** Number of visible posts that tag a pet. Reads few rows: only the pet's present and past people can tag it. */
export const visiblePetPostCount = (viewer: SqlViewer, pet: SQL): SQL => sql`(
  select coalesce(sum(vn.posts), 0)::int from pet_post_counts vn join users vna on vna.id = vn.author_id
  where vn.pet_id = ${pet} and ${isUserVisible(viewer, 'vna')}
    and (${isViewer(viewer, sql`vna.id`)} or ${isViewerInAudience(viewer, 'vn', 'vna')}))`

/**
 * SQL condition: the post is not deleted, its author is visible, and the viewer is the author or in the audience. Only
 * the author sees an unfinished or archived post.
 */
export const isPostVisible = (viewer: SqlViewer, post: TableAlias, author: TableAlias): SQL => {
  const p = sql.raw(post)
  return sql`(${p}.deleted_at is null and ${isUserVisible(viewer, author)}
    and (${isViewer(viewer, sql`${p}.author_id`)}
      or (${p}.is_ready and ${p}.archived_at is null and ${isViewerInAudience(viewer, post, author)})))`
}

/** SQL condition: the pet is not deleted, and the viewer can see one of its people. Visible sitters do not count. */
export const isPetVisible = (viewer: SqlViewer, pet: TableAlias): SQL => {
  const p = sql.raw(pet)
  return sql`(${p}.deleted_at is null and exists (
    select 1 from pet_people vp join users vu on vu.id = vp.user_id
    where vp.pet_id = ${p}.id and vp.role <> 'sitter' and ${isUserVisible(viewer, 'vu')}))`
}

// Maximum number of rows scanned for a page, because most rows of a list may be hidden. A row takes about 5 µs.
const SCAN_LIMIT = 500

/** A query for a list of posts, newest first. `rows` selects `id`, and `at` if `order` is `at`. */
export type PostListSql = { rows: SQL; order: 'id' | 'at' }

/**
 * Selects the first `limit` visible posts that match `rule`, a condition on the alias `p`. These rows have `seen` true.
 * If the first `SCAN_LIMIT` rows contain fewer visible posts, also selects the last scanned row with `seen` false. The
 * next page continues after that row.
 */
export const scanVisiblePosts = (
  viewer: SqlViewer,
  { rows, order }: PostListSql,
  limit: number | SQL,
  rule = sql`true`,
) => {
  const orderBy = (prefix: string) =>
    sql.raw(order === 'at' ? `${prefix}at desc, ${prefix}id desc` : `${prefix}id desc`)
  const orderedRows = (suffix: string) => sql`${rows} order by ${orderBy('')} ${sql.raw(suffix)}`
  return sql`
    (select w.*, true as seen from (${orderedRows(`limit ${SCAN_LIMIT}`)}) w
      join posts p on p.id = w.id join users a on a.id = p.author_id
      where ${rule} and ${isPostVisible(viewer, 'p', 'a')} order by ${orderBy('w.')} limit ${limit}::int)
    union all
    (select w.*, false from (${orderedRows(`offset ${SCAN_LIMIT - 1} limit 1`)}) w)
    limit ${limit}::int`
}

// Matches spaces and punctuation. `\\W` would also match vowel signs, which are part of Hindi and Thai words.
const wordSeparators =
  '[:space:]!-/:-@[-`{-~\\u00A1-\\u00BF\\u060C\\u061B\\u0964\\u2010-\\u205E\\u3001-\\u3003\\u3008-\\u3020\\u30FB'

// An animal filter hides pets by species, or by the beginning of a word in the breed. It never hides the viewer's pets.
const matchesPetFilter = (viewer: UserId | SQL, pet: TableAlias) => {
  const p = sql.raw(pet)
  const breedWords = sql`' ' || regexp_replace(plain(${p}.breed), ${sql.raw(`'[${wordSeparators}]+'`)}, ' ', 'g')`
  return sql`vs.user_id = ${viewer} and (vs.species = ${p}.species or ${breedWords} like '% ' || vs.word || '%')
    and not exists (select 1 from pet_people vsc where vsc.pet_id = ${p}.id and vsc.user_id = ${viewer})`
}

/** SQL condition: no animal filter of the viewer matches the pet, so lists may show it. */
export const passesAnimalFilters = (viewer: SqlViewer, pet: TableAlias): SQL =>
  viewer ? sql`not exists (select 1 from species_filters vs where ${matchesPetFilter(viewer, pet)})` : sql`true`

/** SQL condition: no animal filter of the viewer matches any of these pets. `rows`: a query that selects `pet_id`. */
export const allPetsPassAnimalFilters = (viewer: SqlViewer, rows: SQL): SQL =>
  viewer
    ? sql`not exists (select 1 from species_filters vs cross join (${rows}) vsr join pets vsp on vsp.id = vsr.pet_id
        where ${matchesPetFilter(viewer, 'vsp')})`
    : sql`true`

/** SQL condition: the post is not archived, and is the viewer's own or passes their animal filters. */
export const isPostListed = (viewer: SqlViewer, post: TableAlias): SQL => {
  const p = sql.raw(post)
  const pets = sql`select vpp.pet_id from post_pets vpp where vpp.post_id = ${p}.id`
  return sql`(${p}.archived_at is null
    and (${isViewer(viewer, sql`${p}.author_id`)} or ${allPetsPassAnimalFilters(viewer, pets)}))`
}

/** SQL condition: the user has muted another user. */
export const hasMuted = (user: SQL, other: SQL): SQL =>
  sql`exists (select 1 from mutes vm where vm.user_id = ${user} and vm.muted_id = ${other})`

/** SQL condition: a current hide of the viewer matches `condition`, a condition on `hides` with the alias `vh`. */
export const hasHidden = (viewer: UserId | SQL, condition: SQL, now: Date | SQL): SQL => sql`exists (
  select 1 from hides vh where vh.user_id = ${viewer}
    and (vh.ends_at is null or vh.ends_at > ${toInstantSql(now)}::timestamptz) and (${condition}))`

/**
 * SQL condition for feed, Explore and search: `isPostListed`, and the viewer hides neither the author nor a pet of the
 * post. Hides do not apply to own posts.
 */
export const isPostUnhidden = (viewer: SqlViewer, post: TableAlias, now: Date | SQL): SQL => {
  const p = sql.raw(post)
  if (!viewer) return isPostListed(viewer, post)
  const isAuthorOrPet = sql`vh.hidden_user_id = ${p}.author_id or exists (
    select 1 from post_pets vpp where vpp.post_id = ${p}.id and vpp.pet_id = vh.hidden_pet_id)`
  return sql`(${isPostListed(viewer, post)}
    and (${p}.author_id = ${viewer} or not ${hasHidden(viewer, isAuthorOrPet, now)}))`
}

/** SQL condition: the story is a highlight of an existing pet. */
export const isStoryHighlight = (story: TableAlias): SQL => sql`exists (
  select 1 from story_highlights vsh join pets vshp on vshp.id = vsh.pet_id
  where vsh.story_id = ${sql.raw(story)}.id and vshp.deleted_at is null)`

/** SQL condition: the viewer may see the story, active or a highlight. Only its author sees an unfinished story. */
export const isStoryVisible = (viewer: SqlViewer, story: TableAlias, author: TableAlias, now: Date | SQL): SQL => {
  const s = sql.raw(story)
  return sql`(${s}.taken_down_at is null and ${isUserVisible(viewer, author)}
    and (${s}.expires_at > ${toInstantSql(now)}::timestamptz or ${isStoryHighlight(story)})
    and (${isViewer(viewer, sql`${s}.author_id`)} or (${s}.is_ready and ${isViewerInAudience(viewer, story, author)})))`
}

/**
 * SQL condition for story row and reels: the viewer's own story, or a story that passes two checks. The viewer hides
 * neither its author nor its pets, and no animal filter of the viewer matches these pets.
 */
export const isStoryUnfiltered = (viewer: SqlViewer, story: TableAlias, now: Date | SQL): SQL => {
  if (!viewer) return sql`true`
  const s = sql.raw(story)
  const pets = sql`select vstp.pet_id from story_pets vstp where vstp.story_id = ${s}.id`
  const isAuthorOrPet = sql`vh.hidden_user_id = ${s}.author_id or vh.hidden_pet_id in (${pets})`
  return sql`(${s}.author_id = ${viewer}
    or (${allPetsPassAnimalFilters(viewer, pets)} and not ${hasHidden(viewer, isAuthorOrPet, now)}))`
}
