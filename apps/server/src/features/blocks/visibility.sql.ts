import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import { asInstant } from '#platform/database/compiled.ts'

/** The table alias that a fragment speaks of, written by us, never by a caller. */
export type Alias = string

/** Visibility for whose eyes: nobody's (`null`), a user's, or a column's, where one statement asks for many users. */
export type Viewer = UserId | SQL | null

/** Neither of the two blocks the other. `user`: an id as SQL. */
const unblocked = (viewer: Viewer, user: SQL) =>
  viewer
    ? sql`not exists (select 1 from blocks vb where vb.blocker_id = ${viewer} and vb.blocked_id = ${user})
      and not exists (select 1 from blocks vb where vb.blocker_id = ${user} and vb.blocked_id = ${viewer})`
    : sql`true`

/** Whoever is blocked, either way, with one of `ids`, as `other`; twice who is blocked both ways. */
const blockedWith = (ids: SQL) => sql`
  select blocked_id as other from blocks where blocker_id in (${ids})
  union all select blocker_id from blocks where blocked_id in (${ids})`

const howManyBlocked = (ids: SQL) => sql`(select count(*) from (${blockedWith(ids)}) vb)`

/** The user blocks somebody or is blocked. `user`: an id as SQL. */
// By the index, also where the planner thinks that the first of many is found sooner without.
export const blocksAny = (user: SQL) => sql`(
  (select true from blocks where blocker_id = ${user} order by blocker_id, blocked_id limit 1)
  or (select true from blocks where blocked_id = ${user} order by blocked_id, blocker_id limit 1)) is true`

/** Rows of a table by people, such as the likes of a post: from which, and whose each is. */
type RowsBy = { from: SQL; who: SQL }

/** Each of the blocked is looked up among the rows. */
const eachBlocked = (ids: SQL, { from, who }: RowsBy) => sql`
  (select coalesce(sum((select count(*) from ${from} and ${who} = vb.other)), 0)::int
    from (select distinct other from (${blockedWith(ids)}) vd) vb)`

// So many rows are looked up among the blocked one by one; of more, all the blocked are read first.
const FEW_ROWS = 32
// To look one of the blocked up among rows costs about as much as to read eight of them.
const ROWS_A_LOOK = 8

/**
 * How many of some rows are by people blocked, either way, with the viewer. It costs as much as the fewer are: the rows
 * are held against the blocked, or each of the blocked is looked up. `of`: how many rows there are, or more.
 */
const countOfBlocked = (viewer: Viewer, of: SQL, rows: RowsBy): SQL => {
  if (!viewer) return sql`0`
  const { from, who } = rows
  const ids = sql`${viewer}`
  return sql`(case when ${of} = 0 or not (select ${blocksAny(ids)}) then 0
    when ${of} <= ${FEW_ROWS} then (select count(*)::int from ${from} and not (${unblocked(viewer, who)}))
    when ${of} <= ${ROWS_A_LOOK} * ${howManyBlocked(ids)}
      then (select count(*)::int from ${from} and (${who} in (${blockedWith(ids)})) is true)
    else ${eachBlocked(ids, rows)} end)`
}

/** Likes of a post, counted in its row, that do not count for the viewer. `post`: an id as SQL. */
export const likesOfBlocked = (viewer: Viewer, post: SQL, of: SQL): SQL =>
  countOfBlocked(viewer, of, { from: sql`likes vl where vl.post_id = ${post}`, who: sql`vl.user_id` })

/** As `likesOfBlocked`, those who follow a user. `user`: an id as SQL. */
export const followersOfBlocked = (viewer: Viewer, user: SQL, of: SQL): SQL =>
  countOfBlocked(viewer, of, { from: sql`follows vf where vf.followee_id = ${user}`, who: sql`vf.follower_id` })

/** As `likesOfBlocked`, those whom a user follows. */
export const followingOfBlocked = (viewer: Viewer, user: SQL, of: SQL): SQL =>
  countOfBlocked(viewer, of, { from: sql`follows vf where vf.follower_id = ${user}`, who: sql`vf.followee_id` })

/** As `likesOfBlocked`, those who follow a pet. */
export const petFollowersOfBlocked = (viewer: Viewer, pet: SQL, of: SQL): SQL =>
  countOfBlocked(viewer, of, { from: sql`pet_follows vf where vf.pet_id = ${pet}`, who: sql`vf.user_id` })

/** As `likesOfBlocked`, paws for a pet on its birthday, which no row counts. `pet` and `day` as SQL. */
export const birthdayPawsOfBlocked = (viewer: Viewer, { pet, day }: { pet: SQL; day: SQL }): SQL => {
  const from = sql`birthday_paws vw where vw.pet_id = ${pet} and vw.day = ${day}`
  return countOfBlocked(viewer, sql`(select count(*) from ${from})`, { from, who: sql`vw.user_id` })
}

/** As `likesOfBlocked`, views of a story. */
export const viewsOfBlocked = (viewer: Viewer, story: SQL, of: SQL): SQL =>
  countOfBlocked(viewer, of, { from: sql`story_views vv where vv.story_id = ${story}`, who: sql`vv.user_id` })

/** As `viewsOfBlocked`, the paws among them. `of`: the views. */
export const pawsOfBlocked = (viewer: Viewer, story: SQL, of: SQL): SQL =>
  countOfBlocked(viewer, of, {
    from: sql`story_views vv where vv.story_id = ${story} and vv.pawed_at is not null`,
    who: sql`vv.user_id`,
  })

/** As `likesOfBlocked`, of a comment. */
export const commentLikesOfBlocked = (viewer: Viewer, comment: SQL, of: SQL): SQL =>
  countOfBlocked(viewer, of, { from: sql`comment_likes vl where vl.comment_id = ${comment}`, who: sql`vl.user_id` })

// So many are read without counting whom the author blocks, which each post would have to do anew.
const FEW_COMMENTS = 200

/** As `likesOfBlocked`, of comments (`which`, of `vc`) under a post by `author`, by the rule of `commentVisible`. */
export const saidByBlocked = (viewer: Viewer, author: SQL, of: SQL, which: SQL): SQL => {
  const isHere = sql`vcu.id = vc.author_id and vcu.state = 'active' and vcu.deleted_at is null`
  const from = sql`comments vc join users vcu on ${isHere} where ${which} and vc.deleted_at is null`
  const rows = { from, who: sql`vc.author_id` }
  const ids = viewer ? sql`${viewer}, ${author}` : author
  const viewers = viewer ? sql`(select ${blocksAny(sql`${viewer}`)})` : sql`false`
  const isHeard = sql`(not ${viewers} or ${unblocked(viewer, rows.who)}) and ${unblocked(author, rows.who)}`
  return sql`(case when ${of} = 0 or not (${viewers} or ${blocksAny(author)}) then 0
    when ${of} <= ${FEW_COMMENTS} or ${of} <= ${ROWS_A_LOOK} * ${howManyBlocked(ids)}
      then (select count(*)::int from ${rows.from} and not (${isHeard}))
    else ${eachBlocked(ids, rows)} end)`
}

/** As `saidByBlocked`, all comments of a post. */
export const commentsOfBlocked = (viewer: Viewer, post: { id: SQL; author: SQL }, of: SQL): SQL =>
  saidByBlocked(viewer, post.author, of, sql`vc.post_id = ${post.id}`)

/** The user exists for the viewer. Every list of people is joined through this. */
export const userVisible = (viewer: Viewer, user: Alias): SQL => {
  const u = sql.raw(user)
  return sql`(${u}.state = 'active' and ${u}.deleted_at is null and ${unblocked(viewer, sql`${u}.id`)})`
}

/**
 * What was said is for whoever sees the post and who said it. Whoever is blocked, either way, with the post's author is
 * heard by nobody there: else everybody but the author would read them, who alone can end it.
 */
export const commentHeard = (comment: Alias): SQL => {
  const c = sql.raw(comment)
  return sql`(${c}.deleted_at is null and not exists (select 1 from posts vcp
    where vcp.id = ${c}.post_id and not (${unblocked(sql`vcp.author_id`, sql`${c}.author_id`)})))`
}

/** As `commentHeard`, of whoever is there. `author` is an alias of its author's users row. */
export const commentVisible = (viewer: Viewer, comment: Alias, author: Alias): SQL =>
  sql`(${commentHeard(comment)} and ${userVisible(viewer, author)})`

export const isViewer = (viewer: Viewer, user: SQL) => (viewer ? sql`${user} = ${viewer}` : sql`false`)

// A scalar, not `exists`: the planner may turn that into reading all whom one follows into a hash, for one page.
export const follows = (viewer: Viewer, user: SQL) =>
  viewer
    ? sql`(select true from follows vf where vf.follower_id = ${viewer} and vf.followee_id = ${user}) is true`
    : sql`false`

const isCloseFriend = (viewer: Viewer, user: SQL) =>
  viewer
    ? sql`exists (select 1 from close_friends vc where vc.user_id = ${user} and vc.friend_id = ${viewer})`
    : sql`false`

/**
 * The viewer may see what a visible user shows their followers: everybody, unless the account is private. Whom they
 * follow and who follows them depends on it too.
 */
export const userOpen = (viewer: Viewer, user: Alias): SQL => {
  const u = sql.raw(user)
  return sql`(not ${u}.is_private or ${isViewer(viewer, sql`${u}.id`)} or ${follows(viewer, sql`${u}.id`)})`
}

/** What a visible author shows to an audience is for the viewer. `thing` has the column audience. */
export const inAudience = (viewer: Viewer, thing: Alias, author: Alias): SQL => {
  const [t, a] = [sql.raw(thing), sql.raw(author)]
  return sql`case ${t}.audience
    when 'everyone' then ${userOpen(viewer, author)}
    when 'followers' then ${follows(viewer, sql`${a}.id`)}
    else ${isCloseFriend(viewer, sql`${a}.id`)} end`
}

/** Published posts of a visible author's, counted in their row, as many as are for the viewer. */
export const postsFor = (viewer: Viewer, author: Alias): SQL => {
  const a = sql.raw(author)
  return sql`case when ${isViewer(viewer, sql`${a}.id`)} then ${a}.post_count else
    case when ${userOpen(viewer, author)} then ${a}.post_count - ${a}.followers_post_count - ${a}.friends_post_count
      else 0 end
    + case when ${follows(viewer, sql`${a}.id`)} then ${a}.followers_post_count else 0 end
    + case when ${isCloseFriend(viewer, sql`${a}.id`)} then ${a}.friends_post_count else 0 end end`
}

/** As `postsFor`, those that show a pet, counted by author: only whose pet it is, or was, tags it. */
export const petPostsFor = (viewer: Viewer, pet: SQL): SQL => sql`(
  select coalesce(sum(vn.posts), 0)::int from pet_post_counts vn join users vna on vna.id = vn.author_id
  where vn.pet_id = ${pet} and ${userVisible(viewer, 'vna')}
    and (${isViewer(viewer, sql`vna.id`)} or ${inAudience(viewer, 'vn', 'vna')}))`

/**
 * The post exists for the viewer. `post` and `author` are aliases of posts and of its author's users row.
 * Not ready or archived: its author alone. Else whom its audience names, as they stand to the author now.
 */
export const postVisible = (viewer: Viewer, post: Alias, author: Alias): SQL => {
  const p = sql.raw(post)
  return sql`(${p}.deleted_at is null and ${userVisible(viewer, author)}
    and (${isViewer(viewer, sql`${p}.author_id`)}
      or (${p}.is_ready and ${p}.archived_at is null and ${inAudience(viewer, post, author)})))`
}

/**
 * The pet exists for the viewer: it was not removed, and somebody whose pet it is, is there. Sitters, who come and go,
 * do not count: an owner who blocks one takes the pet from them.
 */
export const petVisible = (viewer: Viewer, pet: Alias): SQL => {
  const p = sql.raw(pet)
  return sql`(${p}.deleted_at is null and exists (
    select 1 from pet_people vp join users vu on vu.id = vp.user_id
    where vp.pet_id = ${p}.id and vp.role <> 'sitter' and ${userVisible(viewer, 'vu')}))`
}

// So many rows of a list, of some 5 µs each, are scanned for one page: where most are hidden it would be all of them.
const SCAN_LIMIT = 500

/** A list of posts by its key, newest first: `rows` gives the post's `id` and, where that is not the order, `at`. */
export type PostList = { rows: SQL; order: 'id' | 'at' }

/**
 * Of a list's rows the first `most` whose posts exist for the viewer and keep the rule (`p`: the post), `seen` true.
 * Fewer among those scanned, and the last of these comes too, `seen` false: the list goes on below it.
 */
export const scanVisiblePosts = (viewer: Viewer, { rows, order }: PostList, most: number | SQL, rule = sql`true`) => {
  const by = (of: string) => sql.raw(order === 'at' ? `${of}at desc, ${of}id desc` : `${of}id desc`)
  const window = (more: string) => sql`${rows} order by ${by('')} ${sql.raw(more)}`
  return sql`
    (select w.*, true as seen from (${window(`limit ${SCAN_LIMIT}`)}) w
      join posts p on p.id = w.id join users a on a.id = p.author_id
      where ${rule} and ${postVisible(viewer, 'p', 'a')} order by ${by('w.')} limit ${most}::int)
    union all
    (select w.*, false from (${window(`offset ${SCAN_LIMIT - 1} limit 1`)}) w)
    limit ${most}::int`
}

// A filter names a pet by its species, or by the beginning of a word in its breed. What a person cares for themself is
// never filtered.
const filtersPet = (viewer: UserId | SQL, pet: Alias) => {
  const p = sql.raw(pet)
  const words = sql`' ' || regexp_replace(plain(${p}.breed), '[\\W_]+', ' ', 'g')`
  return sql`vs.user_id = ${viewer} and (vs.species = ${p}.species or ${words} like '% ' || vs.word || '%')
    and not exists (select 1 from pet_people vsc where vsc.pet_id = ${p}.id and vsc.user_id = ${viewer})`
}

/** The pet may stand in a list for the viewer: no filter of theirs names its kind. */
export const petListed = (viewer: Viewer, pet: Alias): SQL =>
  viewer ? sql`not exists (select 1 from species_filters vs where ${filtersPet(viewer, pet)})` : sql`true`

/** None of these pets is of a kind the viewer filters. `rows`: SQL with the column pet_id, of few rows. */
export const petsListed = (viewer: Viewer, rows: SQL): SQL =>
  viewer
    ? sql`not exists (select 1 from species_filters vs cross join (${rows}) vsr join pets vsp on vsp.id = vsr.pet_id
        where ${filtersPet(viewer, 'vsp')})`
    : sql`true`

/**
 * The post may stand in a list for the viewer, of whatever sort: it is published, and no filter of theirs names a pet
 * in it. Own posts are not filtered.
 */
export const postListed = (viewer: Viewer, post: Alias): SQL => {
  const p = sql.raw(post)
  const pets = sql`select vpp.pet_id from post_pets vpp where vpp.post_id = ${p}.id`
  return sql`(${p}.archived_at is null and (${isViewer(viewer, sql`${p}.author_id`)} or ${petsListed(viewer, pets)}))`
}

/**
 * The post may stand in a list, and the viewer does not hide its author or a pet in it (Premium). For lists that come
 * to a person by themselves: feed, explore, search. What they open, a link or a profile, is there; own posts are too.
 */
export const postWanted = (viewer: Viewer, post: Alias, now: Date | SQL): SQL => {
  const p = sql.raw(post)
  if (!viewer) return postListed(viewer, post)
  return sql`(${postListed(viewer, post)} and (${p}.author_id = ${viewer} or not exists (
    select 1 from hides vh where vh.user_id = ${viewer}
      and (vh.ends_at is null or vh.ends_at > ${asInstant(now)}::timestamptz)
      and (vh.hidden_user_id = ${p}.author_id or exists (
        select 1 from post_pets vpp where vpp.post_id = ${p}.id and vpp.pet_id = vh.hidden_pet_id)))))`
}

/** Somebody keeps the story on the page of a pet that is still there. */
export const storyKept = (story: Alias): SQL => sql`exists (
  select 1 from story_highlights vsh join pets vshp on vshp.id = vsh.pet_id
  where vsh.story_id = ${sql.raw(story)}.id and vshp.deleted_at is null)`

/**
 * The story exists for the viewer: it is active, or is kept. `story` and `author` are aliases of stories and of its
 * author's users row. Not ready: its author alone. Else whom its audience names, as they stand to the author now.
 */
export const storyVisible = (viewer: Viewer, story: Alias, author: Alias, now: Date): SQL => {
  const s = sql.raw(story)
  return sql`(${s}.taken_down_at is null and ${userVisible(viewer, author)}
    and (${s}.expires_at > ${now.toISOString()}::timestamptz or ${storyKept(story)})
    and (${isViewer(viewer, sql`${s}.author_id`)} or (${s}.is_ready and ${inAudience(viewer, story, author)})))`
}

/**
 * The story may come to the viewer, by itself or among its author's: nothing they hide or filter is in it. Own ones
 * always may, and what they open by its link.
 */
export const storyWanted = (viewer: Viewer, story: Alias, now: Date): SQL => {
  if (!viewer) return sql`true`
  const s = sql.raw(story)
  const pets = sql`select vstp.pet_id from story_pets vstp where vstp.story_id = ${s}.id`
  return sql`(${s}.author_id = ${viewer} or (${petsListed(viewer, pets)} and not exists (
    select 1 from hides vh where vh.user_id = ${viewer}
      and (vh.ends_at is null or vh.ends_at > ${now.toISOString()}::timestamptz)
      and (vh.hidden_user_id = ${s}.author_id or vh.hidden_pet_id in (${pets})))))`
}
