import type { CollectionId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { isPostListed, isPostVisible, scanVisiblePosts } from '#features/blocks/visibility.sql.ts'
import { urlEpoch } from '#features/media/url-epoch.sql.ts'
import type { PhotoRow } from '#features/media/view.ts'
import type { VisiblePostId } from '#features/posts/visible-post.ts'
import type { ScannedRow, TimedKey } from '#platform/database/cursor.ts'
import type { Db } from '#platform/database/db.ts'

export const insertSave = (db: Db, post: VisiblePostId, user: UserId, now: Date) =>
  db.rows(sql`
    insert into saves (post_id, user_id, created_at)
    select id, ${user}::uuid, ${now.toISOString()}::timestamptz from posts where id = ${post} for key share
    on conflict do nothing`)

/** Serialises changes of a user's saves and collections, so that a collection contains only saved posts. */
export const lockSavesOf = (db: Db, user: UserId) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`saves:${user}`}, 0))`)

/** Unsaves a post and removes it from all collections of the user; returns undefined when it was not saved. */
export const deleteSave = (db: Db, post: PostId, user: UserId) =>
  db.row(sql`
    with left_all as (
      delete from collection_posts where post_id = ${post}
        and collection_id in (select id from collections where user_id = ${user}))
    delete from saves where post_id = ${post} and user_id = ${user} returning 1`)

const afterCondition = (after: TimedKey | undefined) =>
  after ? sql`and (created_at, post_id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``

/**
 * Returns a page of saved posts that the user can still see, newest save first. `after` is the sort key of the previous
 * page's last row.
 */
export const selectSaves = (db: Db, user: UserId, after: TimedKey | undefined, limit: number) => {
  const rows = sql`select post_id as id, created_at as at from saves where user_id = ${user} ${afterCondition(after)}`
  return db.rows<TimedKey & ScannedRow<PostId>>(
    scanVisiblePosts(user, { rows, order: 'at' }, limit, isPostListed(user, 'p')),
  )
}

/** Returns a page of the collection's posts that its owner can still see, last added first. */
export const selectCollectionPosts = (
  db: Db,
  key: { user: UserId; collection: CollectionId },
  after: TimedKey | undefined,
  limit: number,
) => {
  const rows = sql`select post_id as id, created_at as at from collection_posts
    where collection_id = ${key.collection} ${afterCondition(after)}`
  const rule = isPostListed(key.user, 'p')
  return db.rows<TimedKey & ScannedRow<PostId>>(scanVisiblePosts(key.user, { rows, order: 'at' }, limit, rule))
}

export type CollectionRow = {
  id: CollectionId
  name: string
  postCount: number
  pictures: (PhotoRow & { alt: string })[]
  holds: boolean
}

/** Returns a user's collections sorted by name, or only the one with `id`. `holds`: the collection contains `post`. */
export const selectCollections = (
  db: Db,
  user: UserId,
  { id, post }: { id?: CollectionId | undefined; post?: PostId | undefined } = {},
) => {
  const visiblePosts = sql`select cp.post_id, cp.created_at from collection_posts cp
    join posts p on p.id = cp.post_id join users a on a.id = p.author_id
    where cp.collection_id = c.id and ${isPostVisible(user, 'p', 'a')} and ${isPostListed(user, 'p')}`
  const holds = post
    ? sql`exists (select 1 from collection_posts h where h.collection_id = c.id and h.post_id = ${post})`
    : sql`false`
  return db.rows<CollectionRow>(sql`
    select c.id, c.name, (select count(*)::int from (${visiblePosts}) n) as "postCount",
      coalesce((select json_agg(json_build_object('id', ph.id, 'name', ph.name, 'state', ph.state, 'width', ph.width,
          'height', ph.height, 'placeholder', encode(ph.placeholder, 'base64'), 'widths', ph.widths,
          'avifWidths', ph.avif_widths, 'isPublic', ph.is_public, 'epoch', ${urlEpoch('ph')}, 'alt', pp.alt)
          order by n.created_at desc, n.post_id desc)
        from (${visiblePosts} order by cp.created_at desc, cp.post_id desc limit 4) n
          join post_photos pp on pp.post_id = n.post_id and pp.position = 0
          join photos ph on ph.id = pp.photo_id), '[]') as pictures,
      ${holds} as holds
    from collections c where c.user_id = ${user} ${id ? sql`and c.id = ${id}` : sql``}
    order by lower(c.name), c.id`)
}

export const countCollections = async (db: Db, user: UserId) =>
  (await db.row<{ count: number }>(sql`select count(*)::int as count from collections where user_id = ${user}`))
    ?.count ?? 0

/** Inserts a collection. Returns undefined when its owner has another collection of this name. */
export const insertCollection = (db: Db, id: CollectionId, user: UserId, name: string, now: Date) =>
  db.row<{ id: CollectionId }>(sql`
    insert into collections (id, user_id, name, created_at) values (${id}, ${user}, ${name}, ${now.toISOString()})
    on conflict do nothing returning id`)

export const isCollectionNameTaken = async (db: Db, user: UserId, id: CollectionId, name: string) =>
  (
    await db.rows(sql`
      select 1 from collections where user_id = ${user} and lower(name) = lower(${name}) and id <> ${id}`)
  ).length > 0

export const updateCollection = (db: Db, id: CollectionId, name: string) =>
  db.rows(sql`update collections set name = ${name} where id = ${id}`)

export const deleteCollection = (db: Db, user: UserId, id: CollectionId) =>
  db.row<{ id: CollectionId }>(sql`delete from collections where id = ${id} and user_id = ${user} returning id`)

/** Returns the user's own collection. Locks its row against deletion until the transaction ends. */
export const lockCollection = (db: Db, user: UserId, id: CollectionId) =>
  db.row<{ id: CollectionId }>(sql`
    select id from collections where id = ${id} and user_id = ${user} for key share`)

export const insertCollectionPost = (db: Db, id: CollectionId, post: VisiblePostId, now: Date) =>
  db.rows(sql`
    insert into collection_posts (collection_id, post_id, created_at)
    values (${id}, ${post}, ${now.toISOString()}) on conflict do nothing`)

/** Removes a post from a collection. Returns undefined when the collection did not contain it. */
export const deleteCollectionPost = (db: Db, id: CollectionId, post: PostId) =>
  db.row(sql`delete from collection_posts where collection_id = ${id} and post_id = ${post} returning 1`)
