import { DRAFT_PHOTO_DAYS } from '@pawtrait/contract/drafts.ts'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { rolesByPermission } from '@pawtrait/contract/pets/pet-roles.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import { sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'
import type { Dimensions } from './sniff-photo.ts'
import type { PhotoStage } from './stage/photo-stage.ts'
import { urlEpoch } from './url-epoch.sql.ts'
import type { OwnPhotoRow } from './view.ts'

export type AttachedPhoto = { id: PhotoId; state: 'processing' | 'ready' | 'failed' }

const originalFile = sql`original_name || '.' || original_format`

const intArray = (numbers: readonly number[]) => `{${numbers.join(',')}}`

/** Locks the upload quota of a user until the transaction ends, so that concurrent uploads cannot exceed it. */
export const lockUploadQuota = (db: Db, owner: UserId) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`photos:${owner}`}, 0))`)

/** Returns how many photos of a user were accepted since a point in time, including deleted photos. */
export const countPhotosSince = async (db: Db, owner: UserId, since: Date): Promise<number> => {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from photos where owner_id = ${owner} and created_at >= ${since.toISOString()}`)
  return row?.count ?? 0
}

export type NewPhoto = {
  id: PhotoId
  owner: UserId
  name: string
  originalName: string
  originalFormat: string
  width: number
  height: number
  placeholder: Uint8Array
  likeness: string | null
  sizeBytes: number
  hash: Uint8Array
  now: Date
  /** True if the photo is stored only as evidence for moderators. It can never be attached, rendered or swept. */
  isEvidence?: boolean
}

export const insertPhoto = (db: Db, p: NewPhoto) =>
  db.rows(sql`
    insert into photos (id, owner_id, name, original_name, original_format, state, width, height, placeholder,
      likeness, size_bytes, hash, created_at, attached_at, taken_down_at)
    values (${p.id}, ${p.owner}, ${p.name}, ${p.originalName}, ${p.originalFormat},
      ${p.isEvidence ? 'failed' : 'processing'}, ${p.width}, ${p.height}, ${Buffer.from(p.placeholder)},
      ${p.likeness}::bit(119), ${p.sizeBytes}, ${Buffer.from(p.hash)}, ${p.now.toISOString()},
      ${p.isEvidence ? p.now.toISOString() : null}, ${p.isEvidence ? p.now.toISOString() : null})`)

export type StoredPhoto = OwnPhotoRow & {
  ownerId: UserId | null
  originalName: string
  originalFormat: string
  createdAt: string
  attachedAt: string | null
  isTakenDown: boolean
  /** Layout of the photo's story: placement, text and name plate. Null without a story, or without a layout. */
  stage: PhotoStage | null
}

const storedPhotoColumns = sql`id, owner_id as "ownerId", name, original_name as "originalName",
  original_format as "originalFormat", state, width, height, encode(placeholder, 'base64') as placeholder, crop, rotate,
  adjustments, widths, avif_widths as "avifWidths", is_public as "isPublic", ${urlEpoch('photos')} as epoch,
  created_at as "createdAt", attached_at as "attachedAt", taken_down_at is not null as "isTakenDown",
  (select s.composition || jsonb_build_object('words', s.caption) from stories s where s.photo_id = photos.id) as stage`

export const selectPhoto = (db: Db, id: PhotoId) =>
  db.row<StoredPhoto>(sql`select ${storedPhotoColumns} from photos where id = ${id} and deleted_at is null`)

// The SQL names the tables of the features `pets` and `stories` as text, because both features import this one.
/** Returns whether the photo is the portrait of a pet that the photo's owner may not change. */
export const isPortraitOfOthers = async (db: Db, id: PhotoId): Promise<boolean> =>
  (
    await db.rows(sql`
      select 1 from pets p join photos ph on ph.id = p.portrait_id
      where p.portrait_id = ${id} and p.deleted_at is null and not exists (
        select 1 from pet_people c where c.pet_id = p.id and c.user_id = ph.owner_id
          and c.role = any(${idArray(rolesByPermission['change-portrait'])}::text[]))`)
  ).length > 0

/** Fields that decide whether the server serves the photo's URL. The query returns deleted photos too. */
export type PhotoServingRow = {
  state: AttachedPhoto['state']
  isPublic: boolean
  /** True if the photo was deleted, or taken down by moderators. */
  isDeleted: boolean
  /** Time when the photo's story expires; null if the photo is in no story, or its story is a highlight. */
  endsAt: string | null
  epoch: number
  widths: number[]
  avifWidths: number[]
}

// The SQL names tables of `stories` and `pets` as text, to avoid a circular import. The end is computed on every read.
// A stored end would need an update when a highlight is added or removed, or its pet is deleted.
const storyEnd = sql`(
  select s.expires_at from stories s where s.photo_id = photos.id and not exists (
    select 1 from story_highlights h join pets p on p.id = h.pet_id
    where h.story_id = s.id and p.deleted_at is null))`

const isUserInactive = (user: 'u' | 'cu') =>
  sql`(${sql.raw(user)}.deleted_at is not null or ${sql.raw(user)}.state = 'suspended')`

// The SQL names the tables of the feature `pets` as text, because importing them would be a circular import.
/** SQL condition: the owner is deleted or suspended, and the photo is no portrait of an active user's pet. */
const isOwnerInactive = sql`exists (
  select 1 from users u where u.id = photos.owner_id and ${isUserInactive('u')} and not exists (
    select 1 from pets p join pet_people c on c.pet_id = p.id join users cu on cu.id = c.user_id
    where p.portrait_id = photos.id and p.deleted_at is null and not ${isUserInactive('cu')}))`

export const selectPhotoByName = (db: Db, name: string) =>
  db.row<PhotoServingRow>(sql`
    select state, is_public as "isPublic", coalesce(deleted_at, taken_down_at) is not null as "isDeleted",
      ${storyEnd} as "endsAt",
      ${urlEpoch('photos')} as epoch, widths, avif_widths as "avifWidths"
    from photos where name = ${name} and not ${isOwnerInactive}`)

/** A finished rendering. `from`, `name`: old and new media name; `source`: file of the original that was rendered. */
export type NewRendering = {
  id: PhotoId
  from: string
  source: string
  name: string
  width: number
  height: number
  placeholder: Uint8Array
  likeness: string | null
  widths: number[]
  edit: PhotoEdit
  original: { name: string; format: string } | null
}

/**
 * Stores a rendering. Returns undefined if another process has edited or rendered the photo, or if the photo is deleted
 * or failed. Also returns undefined if the photo was taken down, unless it is still processing.
 */
export const updateRendering = (db: Db, r: NewRendering) =>
  db.row<{ isAttached: boolean; becameReady: boolean; isStaged: boolean }>(sql`
    with before as (
      select id, state from photos
      where id = ${r.id} and name = ${r.from} and ${originalFile} = ${r.source} and deleted_at is null
        and state <> 'failed'
        and (${r.name !== r.from} or state = 'processing') and (taken_down_at is null or state = 'processing')
      for update)
    update photos p set state = 'ready', name = ${r.name}, width = ${r.width}, height = ${r.height},
      placeholder = ${Buffer.from(r.placeholder)}, shown_likeness = ${r.likeness}::bit(119),
      widths = ${intArray(r.widths)}::int[], avif_widths = '{}',
      crop = ${r.edit.crop && JSON.stringify(r.edit.crop)}::text::jsonb, rotate = ${r.edit.rotate},
      adjustments = ${r.edit.adjustments && JSON.stringify(r.edit.adjustments)}::text::jsonb,
      original_name = coalesce(${r.original?.name ?? null}, p.original_name),
      original_format = coalesce(${r.original?.format ?? null}, p.original_format)
    from before where p.id = before.id
    returning p.attached_at is not null as "isAttached", before.state <> 'ready' as "becameReady",
      exists (select 1 from stories s where s.photo_id = p.id and s.composition is not null) as "isStaged"`)

/** Initial widths of a new photo that were still missing. `source`, `original`: as in `NewRendering`. */
export type CompletedPhoto = Pick<NewRendering, 'id' | 'name' | 'source' | 'original' | 'widths'>

/** Adds widths, and any upright original. Returns undefined if the widths exist, or the photo was edited or deleted. */
export const updateCompletedPhoto = (db: Db, { id, name, source, original, widths }: CompletedPhoto) =>
  db.row<{ id: PhotoId }>(sql`
    update photos set original_name = coalesce(${original?.name ?? null}, original_name),
      original_format = coalesce(${original?.format ?? null}, original_format),
      widths = array(select distinct unnest(widths || ${intArray(widths)}::int[]) order by 1)
    where id = ${id} and name = ${name} and ${originalFile} = ${source} and state = 'ready' and deleted_at is null
      and not widths @> ${intArray(widths)}::int[]
    returning id`)

/** Sets the state `processing`, a new media name and a new size; hides the photo. Returns the old name and size. */
export const resetRendering = (db: Db, id: PhotoId, name: string, { width, height }: Dimensions) =>
  db.row<Pick<PhotoFiles, 'name' | 'width' | 'height'>>(sql`
    with before as (select id, name, width, height from photos where id = ${id} and deleted_at is null for update)
    update photos p set state = 'processing', name = ${name}, width = ${width}, height = ${height}, widths = '{}',
      avif_widths = '{}'
    from before where p.id = before.id returning before.name, before.width, before.height`)

/** Records larger widths and AVIF. Returns undefined if the photo was edited or deleted. */
export const updateLargeWidths = (db: Db, id: PhotoId, name: string, widths: number[], avifWidths: number[]) =>
  db.row<{ id: PhotoId }>(sql`
    update photos set widths = ${intArray(widths)}::int[], avif_widths = ${intArray(avifWidths)}::int[]
    where id = ${id} and name = ${name} and deleted_at is null returning id`)

export const markPhotoFailed = (db: Db, id: PhotoId) =>
  db.row<{ isAttached: boolean }>(sql`
    update photos set state = 'failed' where id = ${id} and state = 'processing' and deleted_at is null
    returning attached_at is not null as "isAttached"`)

/** Attaches the owner's unattached photos. Locks them until the transaction ends. Returns only these photos. */
export const attachUnattachedPhotos = (db: Db, owner: UserId, ids: readonly PhotoId[], isPublic: boolean, now: Date) =>
  db.rows<AttachedPhoto>(sql`
    update photos set attached_at = ${now.toISOString()}, is_public = ${isPublic}
    where id in (
      select id from photos where id = any(${idArray(ids)}::uuid[]) and owner_id = ${owner}
        and attached_at is null and deleted_at is null
      order by id for no key update)
    returning id, state`)

/** Moves the creation time of attached photos back to a point in time, unless they are older. */
export const backdatePhotoRows = (db: Db, ids: readonly PhotoId[], at: Date) =>
  db.rows(sql`
    update photos set created_at = least(created_at, ${at.toISOString()}::timestamptz)
    where id = any(${idArray(ids)}::uuid[]) and attached_at is not null`)

export const updatePhotoVisibility = (db: Db, ids: readonly PhotoId[], isPublic: boolean) =>
  db.rows(sql`update photos set is_public = ${isPublic} where id = any(${idArray(ids)}::uuid[])`)

export const incrementEpochs = (db: Db, ids: readonly PhotoId[]) =>
  db.rows(sql`update photos set epoch = epoch + 1 where id = any(${idArray(ids)}::uuid[])`)

export const softDeletePhotos = (db: Db, ids: readonly PhotoId[], now: Date) =>
  db.rows<{ id: PhotoId }>(sql`
    update photos set deleted_at = ${now.toISOString()}, is_public = false
    where id = any(${idArray(ids)}::uuid[]) and deleted_at is null returning id`)

export const updatePhotosTakenDownAt = (db: Db, ids: readonly PhotoId[], at: Date | null) =>
  db.rows(sql`
    update photos set taken_down_at = ${at?.toISOString() ?? null} where id = any(${idArray(ids)}::uuid[])`)

export const selectPhotoIdByName = (db: Db, name: string) =>
  db.row<{ id: PhotoId }>(sql`select id from photos where name = ${name} and deleted_at is null`)

// SQL condition: no draft got the photo in the last 30 days. The table is named as text: docs/decisions/0005.
const isInNoDraft = (now: Date) => sql`not exists (
  select 1 from draft_photos d where d.photo_id = photos.id
    and d.added_at > ${new Date(now.getTime() - DRAFT_PHOTO_DAYS * DAY_MS).toISOString()})`

/** Soft-deletes those of the photos that are still unattached. Some may have been attached since they were listed. */
export const softDeleteUnattachedPhotos = async (db: Db, ids: readonly PhotoId[], now: Date) => {
  // Locks the photos before the check. Adding a photo to a draft takes the same lock, so it cannot happen in between.
  await db.rows(sql`select 1 from photos where id = any(${idArray(ids)}::uuid[]) order by id for no key update`)
  return db.rows<{ id: PhotoId }>(sql`
    update photos set deleted_at = ${now.toISOString()}
    where id = any(${idArray(ids)}::uuid[]) and deleted_at is null and attached_at is null and ${isInNoDraft(now)}
    returning id`)
}

export const softDeleteUnusedPhoto = (db: Db, owner: UserId, id: PhotoId, now: Date) =>
  db.row<{ id: PhotoId }>(sql`
    update photos set deleted_at = ${now.toISOString()}
    where id = ${id} and owner_id = ${owner} and deleted_at is null and attached_at is null returning id`)

export type PhotoFiles = {
  name: string
  originalName: string
  originalFormat: string
  width: number
  height: number
  isDeleted: boolean
}

/** Returns the files of a deleted or failed photo. The row remains, so that URLs of a deleted photo return 410. */
export const selectUnneededFiles = (db: Db, id: PhotoId) =>
  db.row<PhotoFiles>(sql`
    select name, original_name as "originalName", original_format as "originalFormat", width, height,
      deleted_at is not null as "isDeleted"
    from photos where id = ${id} and (deleted_at is not null or state = 'failed')`)

/**
 * Returns at most 500 unattached photos that are older than `before`. Omits photos in a draft, unless they were added
 * 30 or more days ago. The ids are above `after`, ascending.
 */
export const selectUnattachedPhotos = (db: Db, before: Date, now: Date, after: string) =>
  db.rows<{ id: PhotoId }>(sql`
    select id from photos where attached_at is null and deleted_at is null and created_at < ${before.toISOString()}
      and ${isInNoDraft(now)} and id > ${after}
    order by id limit 500`)

// Start of the last rendering. Attaching a photo to a story renders it again, perhaps long after the upload.
const processingStart = sql`coalesce(attached_at, created_at)`

/**
 * Returns at most 500 unfinished photos that began processing before `before`, oldest first. Omits photos in
 * `excluded`.
 */
export const selectUnfinishedPhotos = (db: Db, before: Date, excluded: readonly PhotoId[]) =>
  db.rows<{ id: PhotoId }>(sql`
    select id from photos
    where state = 'processing' and deleted_at is null and ${processingStart} < ${before.toISOString()}
      and id <> all(${idArray(excluded)}::uuid[])
    order by created_at limit 500`)

export const countUnfinishedPhotoRows = async (db: Db, before: Date): Promise<number> => {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from photos
    where state = 'processing' and deleted_at is null and ${processingStart} < ${before.toISOString()}`)
  return row?.count ?? 0
}

/** Returns ready photos with their file names, newest first. If `before` is not null, their ids are below it. */
export const selectReadyPhotos = (db: Db, before: PhotoId | null, limit: number) =>
  db.rows<{ id: PhotoId; name: string; original: string; width: number }>(sql`
    select id, name, ${originalFile} as original, widths[1] as width from photos
    where state = 'ready' and deleted_at is null and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${limit}::int`)
