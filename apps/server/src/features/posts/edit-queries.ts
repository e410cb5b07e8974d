import type { PetId, PhotoId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import type { Audience, PostVersion, ReplyControl } from '@pawtrait/contract/posts.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isPetVisible } from '#features/blocks/visibility.sql.ts'
import type { PetCardRow } from '#features/pets/view.ts'
import type { ScannedRow, TimedKey } from '#platform/database/cursor.ts'
import { type Db, idArray } from '#platform/database/db.ts'
import { addToAuthorCounts, addToPetCounts, updatePetCounts } from './count-queries.ts'
import { insertPostPets, insertPostTags, toJsonb } from './queries.ts'

const IS_COUNTED = sql`is_ready and archived_at is null`

/** Audience of a post before a change; null if only its author could see it. */
export type PreviousAudience = { had: Audience | null }

/** Soft-deletes a post and removes it from the counters. Returns undefined if it was already deleted. */
export const softDeletePost = (db: Db, id: PostId, now: Date) =>
  db.row<PreviousAudience>(sql`
    with was as (
      select id, ${IS_COUNTED} as counts from posts where id = ${id} and deleted_at is null for no key update),
    gone as (
      update posts p set deleted_at = ${now.toISOString()}, pinned_at = null, caption = '', place = ''
      from was where p.id = was.id returning p.id, p.author_id, p.audience, was.counts),
    author as (${addToAuthorCounts(sql`select author_id, audience from gone where counts`, -1)}),
    pets_of as (${addToPetCounts(sql`select id, author_id, audience from gone where counts`, -1)}),
    edits as (delete from post_edits where post_id in (select id from gone)),
    tags as (delete from post_tags where post_id in (select id from gone))
    select case when counts then audience end as had from gone`)

/** Deletes the row of a soft-deleted post, together with its likes, saves and comments. */
export const erasePost = (db: Db, id: PostId) =>
  db.rows(sql`delete from posts where id = ${id} and deleted_at is not null`)

/** Returns up to `limit` posts of an author, including soft-deleted ones. */
export const selectPostBatch = (db: Db, author: UserId, limit: number) =>
  db.rows<{ id: PostId }>(sql`select id from posts where author_id = ${author} order by id limit ${limit}::int`)

/** Archives a post; unarchives it if `archivedAt` is null. Updates counters. Returns undefined if nothing changed. */
export const updateArchivedAt = (db: Db, id: PostId, archivedAt: string | null) =>
  db.row<PreviousAudience>(sql`
    with moved as (
      update posts set archived_at = ${archivedAt}, pinned_at = null
      where id = ${id} and deleted_at is null and (archived_at is null) = ${archivedAt !== null}
      returning id, author_id, is_ready, audience),
    author as (${addToAuthorCounts(sql`select author_id, audience from moved where is_ready`, archivedAt ? -1 : 1)}),
    pets_of as (${addToPetCounts(sql`select id, author_id, audience from moved where is_ready`, archivedAt ? -1 : 1)})
    select case when is_ready then audience end as had from moved`)

/** Author and state of a post before a moderator changes it. */
export type PostState = {
  authorId: UserId
  archivedAt: string | null
  pinnedAt: string | null
  hiddenAt: string | null
  takenDownAt: string | null
}

/** Locks a post and returns its state; undefined if its author has deleted it. The caller has locked the author. */
export const lockPostState = (db: Db, id: PostId) =>
  db.row<PostState>(sql`
    select author_id as "authorId", archived_at as "archivedAt", pinned_at as "pinnedAt", hidden_at as "hiddenAt",
      taken_down_at as "takenDownAt"
    from posts where id = ${id} and (deleted_at is null or taken_down_at is not null) for no key update`)

export const updateHiddenAt = (db: Db, id: PostId, at: string | null) =>
  db.rows(sql`update posts set hidden_at = ${at} where id = ${id}`)

/** Takes down an archived post by a soft delete; `at: null` restores it. The counters never include it. */
export const updateTakenDownAt = (db: Db, id: PostId, at: string | null) =>
  db.rows(sql`update posts set deleted_at = ${at}, taken_down_at = ${at} where id = ${id} and archived_at is not null`)

/** Pins a post and unpins the author's previously pinned post. Returns undefined if the post is archived or deleted. */
export async function replacePinnedPost(db: Db, author: UserId, id: PostId, now: Date) {
  // Uses two statements, because the unique index would reject two pinned posts within one statement.
  await updateUnpinned(db, author, sql`id <> ${id}`)
  return db.row<{ pinned: boolean }>(sql`
    update posts set pinned_at = coalesce(pinned_at, ${now.toISOString()})
    where id = ${id} and archived_at is null and deleted_at is null returning true as pinned`)
}

/** Pins a post unless it is archived or its author has a pinned post. */
export const pinPostIfNoneIsPinned = (db: Db, author: UserId, id: PostId, at: Date) =>
  db.rows(sql`
    update posts set pinned_at = ${at.toISOString()} where id = ${id} and archived_at is null
      and not exists (select 1 from posts where author_id = ${author} and pinned_at is not null)`)

const updateUnpinned = (db: Db, author: UserId, which: SQL) =>
  db.rows(sql`
    update posts set pinned_at = null where author_id = ${author} and pinned_at is not null and ${which}`)

export const unpinPostRow = (db: Db, author: UserId, id: PostId) => updateUnpinned(db, author, sql`id = ${id}`)

export const selectArchivedAt = (db: Db, id: PostId) =>
  db.row<{ archivedAt: string | null }>(sql`select archived_at as "archivedAt" from posts where id = ${id}`)

export const isPostHidden = async (db: Db, id: PostId) =>
  (await db.rows(sql`select 1 from posts where id = ${id} and hidden_at is not null`)).length > 0

/** Returns the author's archived posts after a position in the list, most recently archived first. */
export const selectArchivedPosts = (db: Db, author: UserId, after: TimedKey | undefined, limit: number) =>
  db.rows<TimedKey & ScannedRow<PostId>>(sql`
    select id, archived_at as at, true as seen from posts
    where author_id = ${author} and archived_at is not null and deleted_at is null
      ${after ? sql`and (archived_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by archived_at desc, id desc limit ${limit}::int`)

export type OwnPostPhoto = PhotoEdit & { id: PhotoId; alt: string }

/** Content of a post, with the other fields that an edit needs. */
export type OwnPostRow = {
  caption: string
  place: string
  audience: Audience
  replies: ReplyControl
  pets: PetId[]
  photos: OwnPostPhoto[]
  isReady: boolean
  /** True if the counters of the author and the pets include the post. */
  counts: boolean
  editedAt: string | null
}

export const toPostVersion = ({ caption, place, audience, replies, pets, photos }: OwnPostRow): PostVersion => ({
  caption,
  place,
  audience,
  replies,
  pets,
  photos,
})

/** Locks a post until the transaction ends and returns it; undefined if it was deleted. */
export const lockPost = async (db: Db, id: PostId) => {
  await db.rows(sql`select 1 from posts where id = ${id} for no key update`)
  return selectOwnPost(db, id)
}

export const selectOwnPost = (db: Db, id: PostId) =>
  db.row<OwnPostRow>(sql`
    select caption, place, audience, replies, is_ready as "isReady", ${IS_COUNTED} as counts, edited_at as "editedAt",
      coalesce((select json_agg(json_build_object('id', ph.id, 'alt', pp.alt, 'crop', ph.crop, 'rotate', ph.rotate,
        'adjustments', ph.adjustments) order by pp.position)
        from post_photos pp join photos ph on ph.id = pp.photo_id where pp.post_id = ${id}), '[]') as photos,
      coalesce((select json_agg(pet_id order by pet_id) from post_pets where post_id = ${id}), '[]') as pets
    from posts where id = ${id} and deleted_at is null`)

type PostFields = Pick<OwnPostRow, 'caption' | 'place' | 'audience' | 'replies'>

// Locks the counters of labels (tags or places) that an edit adds or removes; with `all`, also of labels that the post
// keeps. Inserts missing rows.
const lockCounts = (db: Db, id: PostId, counts: { column: SQL; table: SQL; before: SQL; after: SQL; all: boolean }) =>
  db.rows(sql`
    insert into ${counts.table} as c (${counts.column}, id, uses, posts)
    select label, label_id(label, ${id}::text), 0, 0 from (${counts.before} union all ${counts.after}) x (label)
    where label <> '' group by label having count(*) = 1 or ${counts.all}::boolean order by label
    on conflict (${counts.column}) do update set uses = c.uses where false`)

/**
 * Locks the counters of all places and tags that an edit changes, in the lock order of `lockAuthor`. Otherwise triggers
 * lock added labels before removed ones, and edits can deadlock. A new audience changes all counters of the post.
 */
export async function lockLabelCounts(
  db: Db,
  id: PostId,
  fields: PostFields,
  tags: readonly string[],
  before: Audience,
) {
  const all = before !== fields.audience
  await lockCounts(db, id, {
    column: sql`place`,
    table: sql`place_counts`,
    before: sql`select plain_place from posts where id = ${id}`,
    after: sql`select plain(${fields.place})`,
    all,
  })
  await lockCounts(db, id, {
    column: sql`tag`,
    table: sql`tag_counts`,
    before: sql`select tag from post_tags where post_id = ${id}`,
    after: sql`select jsonb_array_elements_text(${toJsonb(tags)})`,
    all,
  })
}

/**
 * Updates a post's caption, place, audience, reply control and tags. The caller has locked the counters of its labels.
 * `edited_at` always rises, so it identifies the edit.
 */
export const updatePost = (db: Db, id: PostId, fields: PostFields, tags: readonly string[], now: Date) =>
  db.rows(sql`
    with post as (
      update posts set caption = ${fields.caption}, place = ${fields.place}, audience = ${fields.audience},
        replies = ${fields.replies},
        edited_at = greatest(${now.toISOString()}::timestamptz, edited_at + interval '1 millisecond')
      where id = ${id} returning id),
    gone as (delete from post_tags where post_id = ${id} and tag not in (
      select jsonb_array_elements_text(${toJsonb(tags)})))
    ${insertPostTags(sql`post`, tags)} on conflict do nothing`)

/** Stores a post's previous version with the new `edited_at`. Call it after `updatePost`. Idempotent by edit id. */
export const insertPostEdit = (db: Db, edit: { id: string; postId: PostId; before: PostVersion }) =>
  db.rows(sql`
    insert into post_edits (id, post_id, before, at)
    select ${edit.id}::uuid, id, ${toJsonb(edit.before)}, edited_at from posts where id = ${edit.postId}
    on conflict do nothing`)

export const hasNonFollowingCloseFriend = async (db: Db, author: UserId): Promise<boolean> =>
  (
    await db.rows(sql`
      select 1 from close_friends c where c.user_id = ${author} and not exists (
        select 1 from follows f where f.follower_id = c.friend_id and f.followee_id = ${author}) limit 1`)
  ).length > 0

export const hasPostEdit = async (db: Db, id: string) =>
  (await db.rows(sql`select 1 from post_edits where id = ${id}`)).length > 0

export const replacePostPhotos = async (db: Db, id: PostId, photos: readonly { id: PhotoId; alt: string }[]) => {
  await db.rows(sql`delete from post_photos where post_id = ${id}`)
  const rows = photos.map((photo, position) => ({ id: photo.id, alt: photo.alt, position }))
  await db.rows(sql`
    insert into post_photos (post_id, position, photo_id, alt)
    select ${id}::uuid, x.position, x.id, x.alt
    from jsonb_to_recordset(${toJsonb(rows)}) as x (position int, id uuid, alt text)`)
}

/** Tags and untags pets in a post. If `counts`, also updates the post counters of these pets. */
export const updatePostPets = async (
  db: Db,
  id: PostId,
  { added, removed, counts }: { added: readonly PetId[]; removed: readonly PetId[]; counts: boolean },
) => {
  const list = (ids: readonly PetId[]) => sql`select unnest(${idArray(ids)}::uuid[])`
  // Locks the pets' rows of `pet_newest_posts` in pet id order, to avoid deadlocks. Inserts rows for pets without one.
  await db.rows(sql`
    insert into pet_newest_posts as k (pet_id, post_id)
    select pet, ${id}::uuid from (${list([...added, ...removed])}) x (pet) order by pet
    on conflict (pet_id) do update set post_id = k.post_id where false`)
  await db.rows(sql`delete from post_pets where post_id = ${id} and pet_id in (${list(removed)})`)
  await db.rows(insertPostPets(sql`(select ${id}::uuid as id) post`, added))
  if (!counts) return
  await updatePetCounts(db, id, added, 1)
  await updatePetCounts(db, id, removed, -1)
}

export type PostEditRow = { id: string; at: string; before: PostVersion; after: PostVersion | null }

/** Returns a post's edits with ids below `beforeId`, latest first. `after` is null in the row of the latest edit. */
export const selectPostEdits = (db: Db, id: PostId, beforeId: string, limit: number) =>
  db.rows<PostEditRow>(sql`
    select e.id, e.at, e.before,
      (select n.before from post_edits n where n.post_id = e.post_id and n.id > e.id order by n.id limit 1) as after
    from post_edits e where e.post_id = ${id} and e.id < ${beforeId} order by e.id desc limit ${limit}::int`)

export const selectPetCards = (db: Db, viewer: UserId, ids: readonly PetId[]) =>
  db.rows<PetCardRow>(sql`
    select t.id, t.slug, t.name, t.species, t.breed, case when t.died_on is null then t.birthday end::text as birthday,
      t.backdrop, r.name as "portraitName"
    from pets t left join photos r on r.id = t.portrait_id
    where t.id = any(${idArray(ids)}::uuid[]) and ${isPetVisible(viewer, 't')} order by t.id`)

/** Returns the post that contains a photo; undefined if there is none or it is deleted. */
export const selectPostIdOfPhoto = (db: Db, photo: PhotoId) =>
  db.row<{ id: PostId; authorId: UserId }>(sql`
    select p.id, p.author_id as "authorId" from post_photos pp join posts p on p.id = pp.post_id
    where pp.photo_id = ${photo} and p.deleted_at is null`)
