import type { DraftId, PetId, PhotoId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Audience, ReplyControl } from '@pawtrait/contract/posts.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isUserDiscoverable } from '#features/blocks/discoverable.sql.ts'
import {
  blockedCommentCount,
  blockedLikeCount,
  isPetVisible,
  isPostListed,
  isPostVisible,
  type SqlViewer,
  scanVisiblePosts,
} from '#features/blocks/visibility.sql.ts'
import { urlEpoch } from '#features/media/url-epoch.sql.ts'
import type { PhotoRow } from '#features/media/view.ts'
import { isRoleActive, petTimeZone, utcOffset } from '#features/pets/pet-fragments.sql.ts'
import type { PetCardRow } from '#features/pets/view.ts'
import { compileStatement, compileViewerStatement } from '#platform/database/compile-statement.ts'
import type { ScannedRow } from '#platform/database/cursor.ts'
import { type Db, idArray } from '#platform/database/db.ts'
import { addToAuthorCounts, addToPetCounts } from './count-queries.ts'

/** A post with its author, photos and pets. Photos have media names, which the view turns into URLs. */
export type PostRow = {
  id: PostId
  caption: string
  place: string
  audience: Audience
  replies: ReplyControl
  isReady: boolean
  likeCount: number
  commentCount: number
  postedAt: string
  editedAt: string | null
  archivedAt: string | null
  pinned: boolean
  authorId: UserId
  username: string
  fullname: string
  imageName: string | null
  followedByMe: boolean
  likedByMe: boolean
  savedByMe: boolean
  photos: (PhotoRow & { alt: string })[]
  pets: (PetCardRow & { postedOn: string })[]
}

// Names the tables `likes` and `saves`, because imports would be cyclic (docs/decisions/0005). Uses a scalar subquery:
// with `exists`, the planner may read all likes of the viewer to return one page.
const existsFor = (viewer: SqlViewer, rows: SQL) =>
  viewer ? sql`coalesce((select true from ${rows}), false)` : sql`false`

const selectPostRows = (viewer: SqlViewer, now: SQL, rule: SQL, more = sql``) => sql`
    select p.id, p.caption, p.place, p.audience, p.replies, p.is_ready as "isReady",
      p.like_count - ${blockedLikeCount(viewer, sql`p.id`, sql`p.like_count`)} as "likeCount",
      p.comment_count
        - ${blockedCommentCount(viewer, { id: sql`p.id`, author: sql`p.author_id` }, sql`p.comment_count`)}
        as "commentCount",
      p.posted_at as "postedAt",
      p.edited_at as "editedAt", p.archived_at as "archivedAt", p.pinned_at is not null as pinned,
      a.id as "authorId", a.username, a.fullname, a.image_name as "imageName",
      ${existsFor(viewer, sql`follows f where f.follower_id = ${viewer} and f.followee_id = a.id`)} as "followedByMe",
      ${existsFor(viewer, sql`likes l where l.post_id = p.id and l.user_id = ${viewer}`)} as "likedByMe",
      ${existsFor(viewer, sql`saves s where s.post_id = p.id and s.user_id = ${viewer}`)} as "savedByMe",
      coalesce((select json_agg(json_build_object('id', ph.id, 'name', ph.name, 'state', ph.state, 'width', ph.width,
          'height', ph.height, 'placeholder', encode(ph.placeholder, 'base64'), 'widths', ph.widths,
          'avifWidths', ph.avif_widths, 'isPublic', ph.is_public, 'epoch', ${urlEpoch('ph')},
          'alt', pp.alt) order by pp.position)
        from post_photos pp join photos ph on ph.id = pp.photo_id where pp.post_id = p.id), '[]') as photos,
      coalesce((select json_agg(json_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'species', t.species,
          'breed', t.breed, 'birthday', case when t.died_on is null then t.birthday end,
          'backdrop', t.backdrop, 'portraitName', r.name, 'utcOffset', ${utcOffset(sql`h.zone`, now)},
          'postedOn', (p.posted_at at time zone h.zone)::date) order by t.id)
        from post_pets pt join pets t on t.id = pt.pet_id left join photos r on r.id = t.portrait_id
          cross join lateral (select ${petTimeZone(sql`t.id`)} as zone) h
        where pt.post_id = p.id and ${isPetVisible(viewer, 't')}), '[]') as pets ${more}
    from posts p join users a on a.id = p.author_id
    where ${rule}`

const hasIdIn = (ids: SQL) => sql`p.id = any(${ids}::uuid[])`

const posts = compileViewerStatement<{ ids: string; now: string }>(['ids', 'now'], (viewer, { ids, now }) =>
  selectPostRows(viewer, now, sql`${hasIdIn(ids)} and ${isPostVisible(viewer, 'p', 'a')}`),
)

/** Returns the posts in `ids` that the viewer may see, in no particular order, in one statement. */
export const selectPosts = (db: Db, viewer: UserId | null, ids: readonly PostId[], now: Date) =>
  db.rows<PostRow>(posts(viewer, { ids: idArray(ids), now: now.toISOString() }))

/** A post as visitors see it. `about`: ids of its photos, pets and portraits, for cache invalidation. */
export type ViewerIndependentPostRow = PostRow & { about: string[] }

const viewerIndependentPosts = compileStatement<{ ids: string; now: string }>(['ids', 'now'], ({ ids, now }) =>
  selectPostRows(
    null,
    now,
    sql`${hasIdIn(ids)} and p.deleted_at is null`,
    sql`, array_to_json(array(
      select photo_id from post_photos where post_id = p.id
      union all select unnest(array[t.id, t.portrait_id]) from post_pets pt join pets t on t.id = pt.pet_id
        where pt.post_id = p.id)) as about`,
  ),
)

/** Returns posts as visitors would see them. Does not check visibility. */
export const selectViewerIndependentPosts = (db: Db, ids: readonly PostId[], now: Date) =>
  db.rows<ViewerIndependentPostRow>(viewerIndependentPosts({ ids: idArray(ids), now: now.toISOString() }))

const visiblePost = compileViewerStatement<{ id: PostId }>(
  ['id'],
  (viewer, { id }) => sql`
    select p.author_id as "authorId" from posts p join users a on a.id = p.author_id
    where p.id = ${id} and ${isPostVisible(viewer, 'p', 'a')}`,
)

/** Returns the author of a post; undefined if the viewer may not see the post. */
export const selectVisiblePost = (db: Db, viewer: UserId | null, id: PostId) =>
  db.row<{ authorId: UserId }>(visiblePost(viewer, { id }))

/** Parameters of one page of a list of posts: newest first, with ids below `before`. */
export type PageParameters = { viewer: UserId | null; before: string; most: number }

type ListOf<Id> = { of: Id; before: string; most: number }

type RowsOf<Id> = (list: Pick<Record<keyof ListOf<Id>, SQL>, 'of' | 'before'>) => SQL

/** Builds the query for visible posts of a list. `rows`: SQL of ids; `rule`: condition on post `p` by author `a`. */
const compileVisiblePostIds = <Id extends string>(
  rows: RowsOf<Id>,
  rule = (viewer: SqlViewer) => isPostListed(viewer, 'p'),
) => {
  const statement = compileViewerStatement<ListOf<Id>>(['of', 'before', 'most'], (viewer, { most, ...list }) =>
    scanVisiblePosts(viewer, { rows: rows(list), order: 'id' }, most, rule(viewer)),
  )
  return (db: Db, of: Id, { viewer, before, most }: PageParameters) =>
    db.rows<ScannedRow<PostId>>(statement(viewer, { of, before, most }))
}

const postsByAuthor = compileViewerStatement<ListOf<UserId> & { without: string }>(
  ['of', 'before', 'most', 'without'],
  (viewer, { of, before, most, without }) => {
    const rows = sql`select id from posts where author_id = ${of} and id < ${before} and id <> ${without}`
    return scanVisiblePosts(viewer, { rows, order: 'id' }, most, isPostListed(viewer, 'p'))
  },
)

/** Returns ids of an author's posts, except `without`: the pinned post that the first page has shown. */
export const selectPostIdsByAuthor = (db: Db, of: UserId, { viewer, ...page }: PageParameters, without: string) =>
  db.rows<ScannedRow<PostId>>(postsByAuthor(viewer, { of, ...page, without }))

/** Returns the author's pinned post if the viewer may see it in lists. */
export const selectPinnedPostId = compileVisiblePostIds<UserId>(
  ({ of }) => sql`select id from posts where author_id = ${of} and pinned_at is not null`,
)

export const selectPostIdsByPet = compileVisiblePostIds<PetId>(
  ({ of, before }) => sql`select post_id as id from post_pets where pet_id = ${of} and post_id < ${before}`,
)

export const selectPostIdsByTag = compileVisiblePostIds<string>(
  ({ of, before }) => sql`select post_id as id from post_tags where tag = ${of} and post_id < ${before}`,
  (viewer) => sql`${isPostListed(viewer, 'p')} and ${isUserDiscoverable(viewer, 'a')}`,
)

export type PostPhotoRow = { photo: PhotoId }

export const selectPostPhotoIds = async (db: Db, id: PostId) =>
  (
    await db.rows<PostPhotoRow>(sql`
      select photo_id as photo from post_photos where post_id = ${id} order by position`)
  ).map(({ photo }) => photo)

/**
 * Locks an author. Their posts are then written one after another, so the daily limit is counted correctly.
 * Lock order against deadlocks: users, posts, counters of places, counters of tags, newest posts of pets; within each
 * table by name or id.
 */
export const lockAuthor = (db: Db, author: UserId) =>
  db.row<{ isPrivate: boolean }>(sql`
    select is_private as "isPrivate" from users where id = ${author} for no key update`)

// First part of the condition that post `p` is public. The second part is that the author's account is public.
const isPublic = sql`p.audience = 'everyone' and p.archived_at is null`

export const selectAuthorsPublicPhotos = async (db: Db, author: UserId) =>
  (
    await db.rows<PostPhotoRow>(sql`
      select pp.photo_id as photo from posts p join post_photos pp on pp.post_id = p.id
      where p.author_id = ${author} and ${isPublic} and p.deleted_at is null`)
  ).map(({ photo }) => photo)

/** Returns the number of the author's posts of today (in their time zone), the new one included, and the day's end. */
export const selectDailyPostCount = (db: Db, author: UserId, now: Date) =>
  db.row<{ posts: number; endsAt: string }>(sql`
    with today as (
      select date_trunc('day', ${now.toISOString()}::timestamptz, z.zone) as starts,
        (date_trunc('day', ${now.toISOString()}::timestamptz at time zone z.zone) + interval '1 day')
          at time zone z.zone as ends
      from users cross join lateral (select known_time_zone(time_zone) as zone) z where id = ${author})
    select ends as "endsAt", (select count(*)::int from posts
      where author_id = ${author} and posted_at >= today.starts) as posts from today`)

export const selectPetsCaredFor = async (db: Db, user: UserId, ids: readonly PetId[], now: Date) =>
  (
    await db.rows<{ id: PetId }>(sql`
      select t.id from pet_people pp join pets t on t.id = pp.pet_id
      where pp.user_id = ${user} and t.id = any(${idArray(ids)}::uuid[]) and t.deleted_at is null
        and ${isRoleActive('pp', now)}`)
  ).map(({ id }) => id)

export type NewPostRow = {
  id: PostId
  author: UserId
  caption: string
  place: string
  audience: Audience
  replies: ReplyControl
  photos: readonly { id: PhotoId; alt: string }[]
  pets: readonly PetId[]
  tags: readonly string[]
  now: Date
}

// Passes JSON as text, because the driver would encode a `jsonb` parameter twice.
export const toJsonb = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`

/** Inserts a post that is not ready yet, with its photos in order, its pets and tags. */
export const insertPost = (db: Db, { photos, ...p }: NewPostRow) =>
  db.rows(sql`
    with post as (
      insert into posts (id, author_id, caption, place, audience, replies, is_ready, posted_at)
      values (${p.id}, ${p.author}, ${p.caption}, ${p.place}, ${p.audience}, ${p.replies}, false,
        ${p.now.toISOString()})
      returning id), pets as (${insertPostPets(sql`post`, p.pets)}), tags as (${insertPostTags(sql`post`, p.tags)})
    insert into post_photos (post_id, position, photo_id, alt)
    select post.id, x.position, x.id, x.alt from post, jsonb_to_recordset(
      ${toJsonb(photos.map((photo, position) => ({ ...photo, position })))}) as x (position int, id uuid, alt text)`)

export const insertPostPets = (post: SQL, pets: readonly PetId[]) => sql`
  insert into post_pets (post_id, pet_id) select post.id, pet from ${post}, unnest(${idArray(pets)}::uuid[]) pet`

export const insertPostTags = (post: SQL, tags: readonly string[]) => sql`
  insert into post_tags (post_id, tag) select post.id, tag
  from ${post}, jsonb_array_elements_text(${toJsonb(tags)}) tag`

/**
 * Marks a post as ready if all its photos are ready, and counts it unless it is archived. If several calls run
 * concurrently, only one returns a row. `isNews` is false for archived posts and for imported posts (UUID version 8).
 */
export const markPostReady = (db: Db, id: PostId) =>
  db.row<{ authorId: UserId; caption: string; isNews: boolean }>(sql`
    with ready as (
      update posts set is_ready = true where id = ${id} and not is_ready and deleted_at is null and not exists (
        select 1 from post_photos pp join photos ph on ph.id = pp.photo_id
        where pp.post_id = ${id} and ph.state <> 'ready')
      returning id, author_id, audience, caption, archived_at is null as published),
    author as (${addToAuthorCounts(sql`select author_id, audience from ready where published`, 1)}),
    pets_of as (${addToPetCounts(sql`select id, author_id, audience from ready where published`, 1)})
    select author_id as "authorId", caption, published and substr(id::text, 15, 1) <> '8' as "isNews" from ready`)

export const selectPostOfPhoto = (db: Db, photo: PhotoId) =>
  db.row<{ id: PostId; authorId: UserId; state: PhotoRow['state'] }>(sql`
    select p.id, p.author_id as "authorId", ph.state from post_photos pp
      join posts p on p.id = pp.post_id join photos ph on ph.id = pp.photo_id
    where pp.photo_id = ${photo} and p.deleted_at is null`)

/**
 * Returns a post's photos. `isOpen` is true if their URLs need no signature. `updateAuthorPhotoAccess` applies the same
 * rule to all posts of an author.
 */
export const selectPhotoAccess = (db: Db, id: PostId) =>
  db.row<{ isOpen: boolean; photos: PhotoId[] }>(sql`
    select ${isPublic} and not a.is_private as "isOpen",
      coalesce((select json_agg(photo_id) from post_photos where post_id = p.id), '[]') as photos
    from posts p join users a on a.id = p.author_id where p.id = ${id}`)

/**
 * Deletes the draft of a post: the draft with this id, and each draft of the author with a photo of the post. The SQL
 * contains the names of the tables, because imports of the tables would be cyclic (docs/decisions/0005).
 */
export const deletePostedDrafts = (db: Db, author: UserId, draft: DraftId | null, photos: readonly PhotoId[]) =>
  db.rows(sql`
    delete from drafts where user_id = ${author} and (id = ${draft}::uuid or id in (
      select draft_id from draft_photos where photo_id = any(${idArray(photos)}::uuid[])))`)
