import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'
import { MAX_PERCEPTUAL_HASH_DISTANCE } from './perceptual-hash-frequencies.ts'

/** Blocks the pictures of photos. Returns those newly blocked photos that lack a perceptual hash. */
export const insertBlockedPictures = (db: Db, photos: readonly PhotoId[], now: Date) =>
  db.rows<{ id: PhotoId }>(sql`
    with blocked as (
      insert into blocked_pictures (photo_id, hash, likeness, shown_likeness, blocked_at)
      select id, hash, likeness, nullif(shown_likeness, likeness), ${now.toISOString()}
      from photos where id = any(${idArray(photos)}::uuid[])
      on conflict do nothing returning photo_id)
    select p.id from blocked join photos p on p.id = blocked.photo_id
    where p.likeness is null or p.shown_likeness is null`)

export const deleteBlockedPictures = (db: Db, photos: readonly PhotoId[]) =>
  db.rows(sql`delete from blocked_pictures where photo_id = any(${idArray(photos)}::uuid[])`)

/** Stores the perceptual hashes of a photo in its row, and in `blocked_pictures` if the photo is blocked. */
export const updatePerceptualHashes = (db: Db, photo: PhotoId, likeness: string | null, shownLikeness: string | null) =>
  db.rows(sql`
    with known as (
      update photos set likeness = ${likeness}::bit(119), shown_likeness = ${shownLikeness}::bit(119)
      where id = ${photo} returning id, likeness, shown_likeness)
    update blocked_pictures b set likeness = k.likeness,
      shown_likeness = nullif(k.shown_likeness, k.likeness)
    from known k where b.photo_id = k.id`)

/** SHA-256 hashes (hex) of picture files, and perceptual hashes of pictures. */
export type PictureHashes = { hashes: readonly string[]; likenesses: readonly string[] }

export const isAnyPictureBlocked = async (
  db: Db,
  { hashes, likenesses }: PictureHashes,
  since: Date | null,
): Promise<boolean> => {
  const from = since?.toISOString() ?? '-infinity'
  const matches = await db.rows(sql`
    select 1 from blocked_pictures
    where hash in (select decode(hex, 'hex') from unnest(${idArray(hashes)}::text[]) hex)
      and blocked_at >= ${from}::timestamptz
    union all (
      select 1 from blocked_pictures b, unnest(${idArray(likenesses)}::bit(119)[]) as seen
      where b.blocked_at >= ${from}::timestamptz
        and least(bit_count(b.likeness # seen), bit_count(b.shown_likeness # seen)) <= ${MAX_PERCEPTUAL_HASH_DISTANCE}
      limit 1)`)
  return matches.length > 0
}

/**
 * Returns the photos that were created before the newest block, or at most 5 minutes after it. The 5 minutes cover a
 * block that commits late. `since`: five minutes before the photo was created.
 */
export const selectPhotosOlderThanBlocks = (db: Db, photos: readonly PhotoId[]) =>
  db.rows<{ id: PhotoId; hash: string; likeness: string | null; shown: string | null; since: string }>(sql`
    select id, encode(hash, 'hex') as hash, likeness, shown_likeness as shown,
      created_at - interval '5 minutes' as since
    from photos p where id = any(${idArray(photos)}::uuid[])
      and exists (select 1 from blocked_pictures where blocked_at >= p.created_at - interval '5 minutes')`)
