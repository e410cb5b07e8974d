import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { rolesFor } from '@pawtrait/contract/pets/pet-roles.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos/photos.ts'
import { sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'
import { addressEpoch } from './address-epoch.sql.ts'
import type { Dimensions } from './sniff-photo.ts'
import type { PhotoStage } from './stage/photo-stage.ts'
import type { OwnPhotoRow } from './view.ts'

export type AttachedPhoto = { id: PhotoId; state: 'processing' | 'ready' | 'failed' }

const intArray = (numbers: readonly number[]) => `{${numbers.join(',')}}`

/** Waits until no other upload of this user is being counted: two at once must not both be the last of the day. */
export const lockUploadsOf = (db: Db, owner: UserId) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`photos:${owner}`}, 0))`)

/** Photos accepted since an instant, deleted ones too. */
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
  /** It is evidence: it stands nowhere, is made into nothing, and is never swept. */
  isHeld?: boolean
}

export const insertPhoto = (db: Db, p: NewPhoto) =>
  db.rows(sql`
    insert into photos (id, owner_id, name, original_name, original_format, state, width, height, placeholder,
      likeness, size_bytes, hash, created_at, attached_at, taken_down_at)
    values (${p.id}, ${p.owner}, ${p.name}, ${p.originalName}, ${p.originalFormat},
      ${p.isHeld ? 'failed' : 'processing'}, ${p.width}, ${p.height}, ${Buffer.from(p.placeholder)},
      ${p.likeness}::bit(119), ${p.sizeBytes}, ${Buffer.from(p.hash)}, ${p.now.toISOString()},
      ${p.isHeld ? p.now.toISOString() : null}, ${p.isHeld ? p.now.toISOString() : null})`)

/** A photo with everything that media itself needs to know. */
export type StoredPhoto = OwnPhotoRow & {
  ownerId: UserId | null
  originalName: string
  originalFormat: string
  createdAt: string
  attachedAt: string | null
  isTakenDown: boolean
  /** Null: it stands in no story, or in one that shows it as it is. */
  stage: PhotoStage | null
}

const stored = sql`id, owner_id as "ownerId", name, original_name as "originalName",
  original_format as "originalFormat", state, width, height, encode(placeholder, 'base64') as placeholder, crop, rotate,
  adjustments, widths, avif_widths as "avifWidths", is_public as "isPublic", ${addressEpoch('photos')} as epoch,
  created_at as "createdAt", attached_at as "attachedAt", taken_down_at is not null as "isTakenDown",
  (select s.composition || jsonb_build_object('words', s.caption) from stories s where s.photo_id = photos.id) as stage`

export const selectPhoto = (db: Db, id: PhotoId) =>
  db.row<StoredPhoto>(sql`select ${stored} from photos where id = ${id} and deleted_at is null`)

// Tables of features that import this one (pets) are named in the text, as stories above and below.
/** Whether the photo is a pet's portrait, and its owner in none of the roles that may change that. */
export const isPortraitOfOthers = async (db: Db, id: PhotoId): Promise<boolean> =>
  (
    await db.rows(sql`
      select 1 from pets p join photos ph on ph.id = p.portrait_id
      where p.portrait_id = ${id} and p.deleted_at is null and not exists (
        select 1 from pet_people c where c.pet_id = p.id and c.user_id = ph.owner_id
          and c.role = any(${idArray(rolesFor['change-portrait'])}::text[]))`)
  ).length > 0

/** What decides whether an address is answered. Deleted photos too. */
export type NamedPhoto = {
  state: AttachedPhoto['state']
  isPublic: boolean
  /** Taken down by moderators, too. */
  isDeleted: boolean
  /** When it comes down with the story it stands in, unless that is kept. */
  endsAt: string | null
  epoch: number
  widths: number[]
  avifWidths: number[]
}

// Tables of features that import this one (stories) are named in the text. Asked of the story itself, so that nothing
// has to be kept in step when it is kept on a pet's page, taken off, or the pet is removed.
const storyEnd = sql`(
  select s.expires_at from stories s where s.photo_id = photos.id and not exists (
    select 1 from story_highlights h join pets p on p.id = h.pet_id
    where h.story_id = s.id and p.deleted_at is null))`

const isAway = (user: 'u' | 'cu') =>
  sql`(${sql.raw(user)}.deleted_at is not null or ${sql.raw(user)}.state = 'suspended')`

// pets imports this feature. A portrait is the pet's, whoever of its people took it.
/** Its owner has left or is suspended, and nobody else shows it. */
const isDeparted = sql`exists (
  select 1 from users u where u.id = photos.owner_id and ${isAway('u')} and not exists (
    select 1 from pets p join pet_people c on c.pet_id = p.id join users cu on cu.id = c.user_id
    where p.portrait_id = photos.id and p.deleted_at is null and not ${isAway('cu')}))`

export const selectPhotoByName = (db: Db, name: string) =>
  db.row<NamedPhoto>(sql`
    select state, is_public as "isPublic", coalesce(deleted_at, taken_down_at) is not null as "isDeleted",
      ${storyEnd} as "endsAt",
      ${addressEpoch('photos')} as epoch, widths, avif_widths as "avifWidths"
    from photos where name = ${name} and not ${isDeparted}`)

/** What a rendering brings; `from` is the name it was begun under, `name` the one it is served under. */
export type NewRendering = {
  id: PhotoId
  from: string
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
 * The rendering becomes the photo, unless another has meanwhile, or the photo was deleted or given up: then nothing
 * comes back. What moderators took down stays as it was seen then, for whoever judges an appeal.
 */
export const updatePhotoRendered = (db: Db, r: NewRendering) =>
  db.row<{ isAttached: boolean; becameReady: boolean; isStaged: boolean }>(sql`
    with before as (
      select id, state from photos
      where id = ${r.id} and name = ${r.from} and deleted_at is null and state <> 'failed'
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

/**
 * The photo is to be made anew under another name, in this size; until then nothing of it is shown. Gives the files
 * that it had.
 */
export const updatePhotoUnmade = (db: Db, id: PhotoId, name: string, { width, height }: Dimensions) =>
  db.row<Pick<PhotoFiles, 'name' | 'width' | 'height'>>(sql`
    with before as (select id, name, width, height from photos where id = ${id} and deleted_at is null for update)
    update photos p set state = 'processing', name = ${name}, width = ${width}, height = ${height}, widths = '{}',
      avif_widths = '{}'
    from before where p.id = before.id returning before.name, before.width, before.height`)

/** Larger widths and AVIF stand too, if the photo is still shown as it was when they were begun. */
export const updatePhotoEnlarged = (db: Db, id: PhotoId, name: string, widths: number[], avifWidths: number[]) =>
  db.row<{ id: PhotoId }>(sql`
    update photos set widths = ${intArray(widths)}::int[], avif_widths = ${intArray(avifWidths)}::int[]
    where id = ${id} and name = ${name} and deleted_at is null returning id`)

export const updatePhotoFailed = (db: Db, id: PhotoId) =>
  db.row<{ isAttached: boolean }>(sql`
    update photos set state = 'failed' where id = ${id} and state = 'processing' and deleted_at is null
    returning attached_at is not null as "isAttached"`)

/** Takes own photos that stand nowhere yet, all at once; the rows stay locked until the transaction ends. */
export const updatePhotosAttached = (db: Db, owner: UserId, ids: readonly PhotoId[], isPublic: boolean, now: Date) =>
  db.rows<AttachedPhoto>(sql`
    update photos set attached_at = ${now.toISOString()}, is_public = ${isPublic}
    where id in (
      select id from photos where id = any(${idArray(ids)}::uuid[]) and owner_id = ${owner}
        and attached_at is null and deleted_at is null
      order by id for no key update)
    returning id, state`)

/** They were made at an instant, if that is earlier than what was known. */
export const updatePhotoDated = (db: Db, ids: readonly PhotoId[], at: Date) =>
  db.rows(sql`
    update photos set created_at = least(created_at, ${at.toISOString()}::timestamptz)
    where id = any(${idArray(ids)}::uuid[]) and attached_at is not null`)

export const updatePhotosPublic = (db: Db, ids: readonly PhotoId[], isPublic: boolean) =>
  db.rows(sql`update photos set is_public = ${isPublic} where id = any(${idArray(ids)}::uuid[])`)

export const updatePhotosEpoch = (db: Db, ids: readonly PhotoId[]) =>
  db.rows(sql`update photos set epoch = epoch + 1 where id = any(${idArray(ids)}::uuid[])`)

export const updatePhotosDeleted = (db: Db, ids: readonly PhotoId[], now: Date) =>
  db.rows<{ id: PhotoId }>(sql`
    update photos set deleted_at = ${now.toISOString()}, is_public = false
    where id = any(${idArray(ids)}::uuid[]) and deleted_at is null returning id`)

export const updatePhotosTakenDown = (db: Db, ids: readonly PhotoId[], at: Date | null) =>
  db.rows(sql`
    update photos set taken_down_at = ${at?.toISOString() ?? null} where id = any(${idArray(ids)}::uuid[])`)

/** The photo that stands for a person by its media name. */
export const selectPhotoNamed = (db: Db, name: string) =>
  db.row<{ id: PhotoId }>(sql`select id from photos where name = ${name} and deleted_at is null`)

// drafts imports this feature: a photo there is left alone for 30 days (contract/drafts.ts). docs/decisions/0005
const inNoDraft = (now: Date) => sql`not exists (
  select 1 from draft_photos d
  where d.photo_id = photos.id and d.added_at > ${now.toISOString()}::timestamptz - interval '30 days')`

/** Deletes those of the photos that still stand nowhere: one may have been posted since they were listed. */
export const updateUnattachedDeleted = async (db: Db, ids: readonly PhotoId[], now: Date) => {
  // Locked before it is looked at: whoever puts one into a draft holds it too.
  await db.rows(sql`select 1 from photos where id = any(${idArray(ids)}::uuid[]) order by id for no key update`)
  return db.rows<{ id: PhotoId }>(sql`
    update photos set deleted_at = ${now.toISOString()}
    where id = any(${idArray(ids)}::uuid[]) and deleted_at is null and attached_at is null and ${inNoDraft(now)}
    returning id`)
}

/** Deletes an own photo that stands nowhere. */
export const updatePhotoDiscarded = (db: Db, owner: UserId, id: PhotoId, now: Date) =>
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

/** The files of a deleted or failed photo; its row stays, so that its addresses go on answering 410. */
export const selectFilesNotNeeded = (db: Db, id: PhotoId) =>
  db.row<PhotoFiles>(sql`
    select name, original_name as "originalName", original_format as "originalFormat", width, height,
      deleted_at is not null as "isDeleted"
    from photos where id = ${id} and (deleted_at is not null or state = 'failed')`)

/** At most 500 photos from before an instant that are in no post and no draft, in the order of ids, after one. */
export const selectPhotosUnattached = (db: Db, before: Date, now: Date, after: string) =>
  db.rows<{ id: PhotoId }>(sql`
    select id from photos where attached_at is null and deleted_at is null and created_at < ${before.toISOString()}
      and ${inNoDraft(now)} and id > ${after}
    order by id limit 500`)

// A photo is drawn anew when it is posted on a stage, long after it was accepted perhaps.
const begunAt = sql`coalesce(attached_at, created_at)`

/** Photos begun before an instant and not made yet, but for those named, oldest first; at most 500. */
export const selectPhotosUnfinished = (db: Db, before: Date, but: readonly PhotoId[]) =>
  db.rows<{ id: PhotoId }>(sql`
    select id from photos
    where state = 'processing' and deleted_at is null and ${begunAt} < ${before.toISOString()}
      and id <> all(${idArray(but)}::uuid[])
    order by created_at limit 500`)

/** How many photos begun before an instant are not made yet. */
export const countPhotosUnfinished = async (db: Db, before: Date): Promise<number> => {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::int as count from photos
    where state = 'processing' and deleted_at is null and ${begunAt} < ${before.toISOString()}`)
  return row?.count ?? 0
}

/** Photos that are made, newest first, before one of them or the newest of all; with what names their files. */
export const selectPhotosMade = (db: Db, before: PhotoId | null, most: number) =>
  db.rows<{ id: PhotoId; name: string; original: string; width: number }>(sql`
    select id, name, original_name || '.' || original_format as original, widths[1] as width from photos
    where state = 'ready' and deleted_at is null and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${most}::int`)
