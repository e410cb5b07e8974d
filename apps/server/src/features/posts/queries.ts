import type { DraftId, PetId, PhotoId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Audience, ReplyControl } from '@pawtrait/contract/posts.ts'
import { type SQL, sql } from 'drizzle-orm'
import { userPromoted } from '#features/blocks/promoted.sql.ts'
import {
  commentsOfBlocked,
  likesOfBlocked,
  petVisible,
  postListed,
  postVisible,
  scanVisiblePosts,
  type Viewer,
} from '#features/blocks/visibility.sql.ts'
import { addressEpoch } from '#features/media/address-epoch.sql.ts'
import type { PhotoRow } from '#features/media/view.ts'
import { standing, utcOffset, zoneOf } from '#features/pets/pet-fragments.sql.ts'
import type { PetCardRow } from '#features/pets/view.ts'
import { compiled, compiledFor } from '#platform/database/compiled.ts'
import type { Scanned } from '#platform/database/cursor.ts'
import { type Db, idArray } from '#platform/database/db.ts'
import { countForAuthor, countForPets } from './count-queries.ts'

/** A post with everything shown beside it; addresses are made of the media names later. */
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

// Tables of features that import this one (likes and saves) are named in the text. docs/decisions/0005
// A scalar, not `exists`: the planner may turn that into reading all I ever liked into a hash, for one page.
const mine = (viewer: Viewer, rows: SQL) => (viewer ? sql`coalesce((select true from ${rows}), false)` : sql`false`)

const postRows = (viewer: Viewer, now: SQL, rule: SQL, more = sql``) => sql`
    select p.id, p.caption, p.place, p.audience, p.replies, p.is_ready as "isReady",
      p.like_count - ${likesOfBlocked(viewer, sql`p.id`, sql`p.like_count`)} as "likeCount",
      p.comment_count
        - ${commentsOfBlocked(viewer, { id: sql`p.id`, author: sql`p.author_id` }, sql`p.comment_count`)}
        as "commentCount",
      p.posted_at as "postedAt",
      p.edited_at as "editedAt", p.archived_at as "archivedAt", p.pinned_at is not null as pinned,
      a.id as "authorId", a.username, a.fullname, a.image_name as "imageName",
      ${mine(viewer, sql`follows f where f.follower_id = ${viewer} and f.followee_id = a.id`)} as "followedByMe",
      ${mine(viewer, sql`likes l where l.post_id = p.id and l.user_id = ${viewer}`)} as "likedByMe",
      ${mine(viewer, sql`saves s where s.post_id = p.id and s.user_id = ${viewer}`)} as "savedByMe",
      coalesce((select json_agg(json_build_object('id', ph.id, 'name', ph.name, 'state', ph.state, 'width', ph.width,
          'height', ph.height, 'placeholder', encode(ph.placeholder, 'base64'), 'widths', ph.widths,
          'avifWidths', ph.avif_widths, 'isPublic', ph.is_public, 'epoch', ${addressEpoch('ph')},
          'alt', pp.alt) order by pp.position)
        from post_photos pp join photos ph on ph.id = pp.photo_id where pp.post_id = p.id), '[]') as photos,
      coalesce((select json_agg(json_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'species', t.species,
          'breed', t.breed, 'birthday', case when t.died_on is null then t.birthday end,
          'backdrop', t.backdrop, 'portraitName', r.name, 'utcOffset', ${utcOffset(sql`h.zone`, now)},
          'postedOn', (p.posted_at at time zone h.zone)::date) order by t.id)
        from post_pets pt join pets t on t.id = pt.pet_id left join photos r on r.id = t.portrait_id
          cross join lateral (select ${zoneOf(sql`t.id`)} as zone) h
        where pt.post_id = p.id and ${petVisible(viewer, 't')}), '[]') as pets ${more}
    from posts p join users a on a.id = p.author_id
    where ${rule}`

const among = (ids: SQL) => sql`p.id = any(${ids}::uuid[])`

const posts = compiledFor<{ ids: string; now: string }>(['ids', 'now'], (viewer, { ids, now }) =>
  postRows(viewer, now, sql`${among(ids)} and ${postVisible(viewer, 'p', 'a')}`),
)

/** Those of the posts that the viewer may see, in no order. One statement, whatever the number. */
export const selectPosts = (db: Db, viewer: UserId | null, ids: readonly PostId[], now: Date) =>
  db.rows<PostRow>(posts(viewer, { ids: idArray(ids), now: now.toISOString() }))

/** `about`: the pets, photos and portraits that it was made of. */
export type SharedPostRow = PostRow & { about: string[] }

const sharedPosts = compiled<{ ids: string; now: string }>(['ids', 'now'], ({ ids, now }) =>
  postRows(
    null,
    now,
    sql`${among(ids)} and p.deleted_at is null`,
    sql`, array_to_json(array(
      select photo_id from post_photos where post_id = p.id
      union all select unnest(array[t.id, t.portrait_id]) from post_pets pt join pets t on t.id = pt.pet_id
        where pt.post_id = p.id)) as about`,
  ),
)

/** Posts as a visitor would see them, whoever they are for: who may see them is not asked. */
export const selectSharedPosts = (db: Db, ids: readonly PostId[], now: Date) =>
  db.rows<SharedPostRow>(sharedPosts({ ids: idArray(ids), now: now.toISOString() }))

const visiblePost = compiledFor<{ id: PostId }>(
  ['id'],
  (viewer, { id }) => sql`
    select p.author_id as "authorId" from posts p join users a on a.id = p.author_id
    where p.id = ${id} and ${postVisible(viewer, 'p', 'a')}`,
)

/** Whose the post is, when the viewer may see it. */
export const selectVisiblePost = (db: Db, viewer: UserId | null, id: PostId) =>
  db.row<{ authorId: UserId }>(visiblePost(viewer, { id }))

/** One page of a list of posts as the viewer sees it: newest first, below `before`. */
export type PageAsked = { viewer: UserId | null; before: string; most: number }

type ListOf<Id> = { of: Id; before: string; most: number }

type RowsOf<Id> = (list: Pick<Record<keyof ListOf<Id>, SQL>, 'of' | 'before'>) => SQL

/** `rows`: the ids of a list; `rule`: which posts (`p`, by `a`) may stand in it. */
const seenIds = <Id extends string>(rows: RowsOf<Id>, rule = (viewer: Viewer) => postListed(viewer, 'p')) => {
  const ask = compiledFor<ListOf<Id>>(['of', 'before', 'most'], (viewer, { most, ...list }) =>
    scanVisiblePosts(viewer, { rows: rows(list), order: 'id' }, most, rule(viewer)),
  )
  return (db: Db, of: Id, { viewer, before, most }: PageAsked) =>
    db.rows<Scanned<PostId>>(ask(viewer, { of, before, most }))
}

export const selectPostIdsByAuthor = seenIds<UserId>(
  ({ of, before }) => sql`select id from posts where author_id = ${of} and id < ${before} and pinned_at is null`,
)

/** The author's pinned post, if the viewer has it in lists. */
export const selectPinnedId = seenIds<UserId>(
  ({ of }) => sql`select id from posts where author_id = ${of} and pinned_at is not null`,
)

export const selectPostIdsByPet = seenIds<PetId>(
  ({ of, before }) => sql`select post_id as id from post_pets where pet_id = ${of} and post_id < ${before}`,
)

export const selectPostIdsByTag = seenIds<string>(
  ({ of, before }) => sql`select post_id as id from post_tags where tag = ${of} and post_id < ${before}`,
  (viewer) => sql`${postListed(viewer, 'p')} and ${userPromoted(viewer, 'a')}`,
)

export type PostPhotoIds = { photo: PhotoId }

export const selectPostPhotoIds = async (db: Db, id: PostId) =>
  (
    await db.rows<PostPhotoIds>(sql`
      select photo_id as photo from post_photos where post_id = ${id} order by position`)
  ).map(({ photo }) => photo)

/**
 * Makes the author's own writes wait for each other, so that the day's posts are counted one after another.
 * So that there is no deadlock, all lock in one order: users, posts, the counts of places, those of tags, the newest
 * posts of pets; of each kind, in the order of names or ids.
 */
export const lockAuthor = (db: Db, author: UserId) =>
  db.row<{ isPrivate: boolean }>(sql`
    select is_private as "isPrivate" from users where id = ${author} for no key update`)

// A post is public as far as its author's account is public.
const isPublic = sql`p.audience = 'everyone' and p.archived_at is null`

/** The photos in an author's published posts for everyone. */
export const selectAuthorsOpenPhotos = async (db: Db, author: UserId) =>
  (
    await db.rows<PostPhotoIds>(sql`
      select pp.photo_id as photo from posts p join post_photos pp on pp.post_id = p.id
      where p.author_id = ${author} and ${isPublic} and p.deleted_at is null`)
  ).map(({ photo }) => photo)

/** Posts of the author's own day, this one too, and when that day ends in their time zone. */
export const selectPostsToday = (db: Db, author: UserId, now: Date) =>
  db.row<{ posts: number; endsAt: string }>(sql`
    with today as (
      select date_trunc('day', ${now.toISOString()}::timestamptz, z.zone) as starts,
        (date_trunc('day', ${now.toISOString()}::timestamptz at time zone z.zone) + interval '1 day')
          at time zone z.zone as ends
      from users cross join lateral (select known_time_zone(time_zone) as zone) z where id = ${author})
    select ends as "endsAt", (select count(*)::int from posts
      where author_id = ${author} and posted_at >= today.starts) as posts from today`)

/** Of these pets, those the user cares for now. */
export const selectPetsCaredFor = async (db: Db, user: UserId, ids: readonly PetId[], now: Date) =>
  (
    await db.rows<{ id: PetId }>(sql`
      select t.id from pet_people pp join pets t on t.id = pp.pet_id
      where pp.user_id = ${user} and t.id = any(${idArray(ids)}::uuid[]) and t.deleted_at is null
        and ${standing('pp', now)}`)
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

// As text first: the driver would write JSON of a string as a string once more.
export const json = (value: unknown) => sql`${JSON.stringify(value)}::text::jsonb`

/** The post, not ready yet, with its photos in order, pets and tags. */
export const insertPost = (db: Db, { photos, ...p }: NewPostRow) =>
  db.rows(sql`
    with post as (
      insert into posts (id, author_id, caption, place, audience, replies, is_ready, posted_at)
      values (${p.id}, ${p.author}, ${p.caption}, ${p.place}, ${p.audience}, ${p.replies}, false,
        ${p.now.toISOString()})
      returning id), pets as (${petsOf(sql`post`, p.pets)}), tags as (${tagsOf(sql`post`, p.tags)})
    insert into post_photos (post_id, position, photo_id, alt)
    select post.id, x.position, x.id, x.alt from post, jsonb_to_recordset(
      ${json(photos.map((photo, position) => ({ ...photo, position })))}) as x (position int, id uuid, alt text)`)

export const petsOf = (post: SQL, pets: readonly PetId[]) => sql`
  insert into post_pets (post_id, pet_id) select post.id, pet from ${post}, unnest(${idArray(pets)}::uuid[]) pet`

export const tagsOf = (post: SQL, tags: readonly string[]) => sql`
  insert into post_tags (post_id, tag) select post.id, tag from ${post}, jsonb_array_elements_text(${json(tags)}) tag`

/**
 * Makes the post ready when all its photos are; once, whoever comes first. It counts from then on, if it is published.
 * Gives the author when it became ready now. `isNews`: nobody is told of one imported with an older date, which its id
 * shows.
 */
export const updatePostReady = (db: Db, id: PostId) =>
  db.row<{ authorId: UserId; caption: string; isNews: boolean }>(sql`
    with ready as (
      update posts set is_ready = true where id = ${id} and not is_ready and deleted_at is null and not exists (
        select 1 from post_photos pp join photos ph on ph.id = pp.photo_id
        where pp.post_id = ${id} and ph.state <> 'ready')
      returning id, author_id, audience, caption, archived_at is null as published),
    author as (${countForAuthor(sql`select author_id, audience from ready where published`, 1)}),
    pets_of as (${countForPets(sql`select id, author_id, audience from ready where published`, 1)})
    select author_id as "authorId", caption, published and substr(id::text, 15, 1) <> '8' as "isNews" from ready`)

/** The post a photo stands in, with the photo's state. */
export const selectPostOfPhoto = (db: Db, photo: PhotoId) =>
  db.row<{ id: PostId; authorId: UserId; state: PhotoRow['state'] }>(sql`
    select p.id, p.author_id as "authorId", ph.state from post_photos pp
      join posts p on p.id = pp.post_id join photos ph on ph.id = pp.photo_id
    where pp.photo_id = ${photo} and p.deleted_at is null`)

/**
 * A post's photos, and whether everybody may fetch them by plain addresses: it is published, is for everyone, and the
 * account is not private. The one place that decides it.
 */
export const selectOpenPhotos = (db: Db, id: PostId) =>
  db.row<{ isOpen: boolean; photos: PhotoId[] }>(sql`
    select ${isPublic} and not a.is_private as "isOpen",
      coalesce((select json_agg(photo_id) from post_photos where post_id = p.id), '[]') as photos
    from posts p join users a on a.id = p.author_id where p.id = ${id}`)

// Tables of features that import this one (drafts) are named in the text. A draft becomes a post in one transaction.
// docs/decisions/0005
export const deletePostedDraft = (db: Db, author: UserId, draft: DraftId) =>
  db.rows(sql`delete from drafts where id = ${draft} and user_id = ${author}`)
