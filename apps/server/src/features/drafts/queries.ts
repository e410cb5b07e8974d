import { DRAFT_PHOTO_DAYS, type Draft, type DraftPhoto } from '@pawtrait/contract/drafts.ts'
import type { DraftId, PetId, PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import type { Audience, ReplyControl } from '@pawtrait/contract/posts.ts'
import { type SQL, sql } from 'drizzle-orm'
import { urlEpoch } from '#features/media/url-epoch.sql.ts'
import type { OwnPhotoRow } from '#features/media/view.ts'
import { type Db, idArray } from '#platform/database/db.ts'

export type DraftRow = Omit<Draft, 'photos'> & { photos: (OwnPhotoRow & Pick<DraftPhoto, 'alt' | 'goesAt'>)[] }

export type DraftContentRow = {
  caption: string
  place: string
  audience: Audience
  replies: ReplyControl
  pets: readonly PetId[]
}

// Time when the sweep of unattached photos deletes the photo.
const goesAt = sql`dp.added_at at time zone 'UTC' + make_interval(days => ${DRAFT_PHOTO_DAYS}::int)`

const selectDrafts = (db: Db, user: UserId, condition: SQL) =>
  db.rows<DraftRow>(sql`
    select d.id, d.caption, d.place, d.audience, d.replies, array_to_json(d.pets) as pets, d.version,
      d.created_at as "createdAt", d.updated_at as "updatedAt",
      coalesce((select json_agg(json_build_object('id', ph.id, 'name', ph.name, 'state', ph.state, 'width', ph.width,
          'height', ph.height, 'placeholder', encode(ph.placeholder, 'base64'), 'widths', ph.widths,
          'avifWidths', ph.avif_widths, 'isPublic', ph.is_public,
          'epoch', ${urlEpoch('ph')}, 'crop', ph.crop, 'rotate', ph.rotate,
          'adjustments', ph.adjustments, 'alt', dp.alt,
          'goesAt', to_char(${goesAt}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          order by dp.position)
        from draft_photos dp join photos ph on ph.id = dp.photo_id
        where dp.draft_id = d.id and ph.deleted_at is null and ph.attached_at is null), '[]') as photos
    from drafts d where d.user_id = ${user} ${condition}`)

export const selectDraftsOfUser = (db: Db, user: UserId, limit: number) =>
  selectDrafts(db, user, sql`order by d.updated_at desc, d.id desc limit ${limit}::int`)

export const selectDraft = async (db: Db, user: UserId, id: DraftId) =>
  (await selectDrafts(db, user, sql`and d.id = ${id}`))[0]

/** Serialises draft creation per user, so that the limit holds under concurrency. */
export const lockDraftCreation = (db: Db, user: UserId) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`drafts:${user}`}, 0))`)

export const countDrafts = async (db: Db, user: UserId) =>
  (await db.row<{ count: number }>(sql`select count(*)::int as count from drafts where user_id = ${user}`))?.count ?? 0

export const insertDraft = (db: Db, id: DraftId, user: UserId, content: DraftContentRow, now: Date) =>
  db.rows(sql`
    insert into drafts (id, user_id, caption, place, audience, replies, pets, created_at, updated_at)
    values (${id}, ${user}, ${content.caption}, ${content.place}, ${content.audience}, ${content.replies},
      ${idArray(content.pets)}::uuid[], ${now.toISOString()}, ${now.toISOString()})`)

/**
 * Updates a draft and returns its id. Locks the draft until the transaction ends. Returns undefined if the user has no
 * draft with this id and version (optimistic locking).
 */
export const updateDraft = (
  db: Db,
  key: { id: DraftId; user: UserId; version: number },
  content: DraftContentRow,
  now: Date,
) =>
  db.row<{ id: DraftId }>(sql`
    update drafts set caption = ${content.caption}, place = ${content.place}, audience = ${content.audience},
      replies = ${content.replies}, pets = ${idArray(content.pets)}::uuid[], version = version + 1,
      updated_at = ${now.toISOString()}
    where id = ${key.id} and user_id = ${key.user} and version = ${key.version} returning id`)

/** Locks the photos; returns those usable in this draft: own, neither attached to a post nor in another draft. */
export const lockPhotosUsableInDraft = async (db: Db, user: UserId, draft: DraftId, ids: readonly PhotoId[]) => {
  await db.rows(sql`select 1 from photos where id = any(${idArray(ids)}::uuid[]) order by id for no key update`)
  return db.rows<{ id: PhotoId }>(sql`
    select id from photos p
    where id = any(${idArray(ids)}::uuid[]) and owner_id = ${user} and attached_at is null and deleted_at is null
      and not exists (select 1 from draft_photos d where d.photo_id = p.id and d.draft_id <> ${draft})`)
}

/** Replaces the draft's photos; photos that remain keep their `added_at`. Returns the removed photos. */
export const replaceDraftPhotos = async (
  db: Db,
  draft: DraftId,
  photos: readonly { id: PhotoId; alt: string }[],
  now: Date,
): Promise<PhotoId[]> => {
  const previousPhotos = await db.rows<{ id: PhotoId; addedAt: string }>(sql`
    delete from draft_photos where draft_id = ${draft} returning photo_id as id, added_at as "addedAt"`)
  const addedAtById = new Map(previousPhotos.map(({ id, addedAt }) => [id, addedAt]))
  const rows = photos.map(({ id, alt }, position) => ({
    id,
    alt,
    position,
    at: addedAtById.get(id) ?? now.toISOString(),
  }))
  await db.rows(sql`
    insert into draft_photos (draft_id, position, photo_id, alt, added_at)
    select ${draft}::uuid, x.position, x.id, x.alt, x.at from jsonb_to_recordset(
      ${JSON.stringify(rows)}::text::jsonb) as x (position int, id uuid, alt text, at timestamptz)`)
  return previousPhotos.flatMap(({ id }) => (photos.some((photo) => photo.id === id) ? [] : [id]))
}

/** Deletes a draft and returns its photos; undefined when the user has no such draft. */
export const deleteDraft = async (db: Db, user: UserId, id: DraftId) =>
  (
    await db.row<{ photos: PhotoId[] }>(sql`
      with held as (select photo_id from draft_photos where draft_id = ${id}),
      gone as (delete from drafts where id = ${id} and user_id = ${user} returning id)
      select coalesce((select json_agg(photo_id) from held), '[]') as photos from gone`)
  )?.photos
