import type { CommentId, PostId, SpamWaveId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { MAX_PERCEPTUAL_HASH_DISTANCE } from '#features/media/blocked-photos/perceptual-hash-frequencies.ts'
import { type Db, idArray } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'

export type NewContent = { post: PostId } | { comment: CommentId }

export const getContentId = (content: NewContent) => ('post' in content ? content.post : content.comment)

// Number of photos per post that are compared. These are the first photos, because the feed shows them first.
const FIRST_PHOTOS = 3

export type ContentRow = { author: UserId; text: string; likenesses: string[] }

/**
 * Returns the text of a public post or a comment. For a post, also returns the perceptual hashes of its first photos.
 */
export const selectContent = (db: Db, content: NewContent) =>
  db.row<ContentRow>(
    'post' in content
      ? sql`
        select p.author_id as author, p.caption as text, coalesce((
          select json_agg(distinct looks) from post_photos pp join photos ph on ph.id = pp.photo_id
            cross join unnest(array[ph.likeness, ph.shown_likeness]::text[]) looks
          where pp.post_id = p.id and pp.position < ${FIRST_PHOTOS}::int and looks is not null), '[]') as likenesses
        from posts p
        where p.id = ${content.post} and p.audience = 'everyone' and p.deleted_at is null and p.archived_at is null`
      : sql`
        select author_id as author, text, '[]'::json as likenesses from comments
        where id = ${content.comment} and deleted_at is null and author_id is not null`,
  )

/** Keyed digest of a text, or perceptual hash of a photo. `orientations`: hashes of the photo rotated and mirrored. */
export type Fingerprint = { words: string } | { likeness: string; orientations: readonly string[] }

/** Replaces the fingerprints of a post or comment. If one belongs to a spam wave, keeps it and inserts none. */
export async function replaceFingerprints(
  db: Db,
  {
    content,
    author,
    fingerprints,
    now,
  }: { content: NewContent; author: UserId; fingerprints: readonly Fingerprint[]; now: Date },
): Promise<void> {
  const id = getContentId(content)
  await db.rows(sql`
    delete from recent_words where id in (
      select id from recent_words where subject_id = ${id} and wave_id is null order by id for update)`)
  const [post, comment] = 'post' in content ? [content.post, null] : [null, content.comment]
  for (const fingerprint of fingerprints) {
    const [words, likeness] = 'words' in fingerprint ? [fingerprint.words, null] : [null, fingerprint.likeness]
    await db.rows(sql`
      insert into recent_words (id, author_id, post_id, comment_id, words, likeness, written_at)
      select ${newId(now)}::uuid, ${author}::uuid, ${post}::uuid, ${comment}::uuid, ${words}, ${likeness}::bit(119),
        ${now.toISOString()}::timestamptz
      where not exists (select 1 from recent_words where subject_id = ${id} and wave_id is not null)`)
  }
}

export type SpamWaveMember = { kind: 'post' | 'comment'; subjectId: string; owner: UserId }
export type SpamWaveRow = {
  authors: number
  /** Id of the spam wave of the copies. Without a wave: id of a fingerprint, for a new wave. Null without copies. */
  wave: SpamWaveId | null
  /** True if moderators dismissed more automatic decisions about the copies than they upheld. */
  isFine: boolean
  /** Copies about which there is no decision, by a moderator or automatic. Contains no duplicates. */
  loose: SpamWaveMember[]
}

/** Returns the copies with this fingerprint that were written after `since`. */
export const selectSpamWave = async (db: Db, fingerprint: Fingerprint, since: Date): Promise<SpamWaveRow> => {
  const isAlike =
    'words' in fingerprint
      ? sql`words = ${fingerprint.words}`
      : sql`exists (select 1 from unnest(${idArray(fingerprint.orientations)}::bit(119)[]) way
          where bit_count(r.likeness # way) <= ${MAX_PERCEPTUAL_HASH_DISTANCE})`
  const row = await db.row<SpamWaveRow>(sql`
    with alike as (
      select r.*, d.* from recent_words r cross join lateral (
        select count(*) > 0 as "isDecided", bool_or(automated) as "wasHeld",
          (array_agg(action order by d.id desc) filter (where not automated and undone_at is null))[1] as action
        from decisions d where d.subject_id = r.subject_id) d
      where ${isAlike} and written_at > ${since.toISOString()}::timestamptz)
    select count(distinct author_id)::int as authors,
      (array_agg(coalesce(wave_id, id) order by wave_id nulls last, id))[1] as wave,
      count(*) filter (where "wasHeld" and action = 'dismiss')
        > count(*) filter (where "wasHeld" and action <> 'dismiss') as "isFine",
      coalesce(json_agg(distinct jsonb_build_object('kind', case when post_id is null then 'comment' else 'post' end,
        'subjectId', subject_id, 'owner', author_id)) filter (where not "isDecided"), '[]') as loose
    from alike`)
  return row ?? { authors: 0, wave: null, isFine: false, loose: [] }
}

export const lockSpamWaves = (db: Db) => db.rows(sql`select pg_advisory_xact_lock(hashtext('waves'))`)

export const addSpamWaveMembers = (db: Db, loose: readonly SpamWaveMember[], wave: SpamWaveId) =>
  db.rows(sql`
    update recent_words set wave_id = ${wave} where id in (
      select id from recent_words where subject_id = any(${idArray(loose.map(({ subjectId }) => subjectId))}::uuid[])
        and wave_id is null order by id for update)`)

/** Returns whether a post or comment exists and has no decision. The caller has locked its author. */
export const isHideable = async (db: Db, id: string): Promise<boolean> =>
  (
    await db.rows(sql`
      select 1 where not exists (select 1 from decisions where subject_id = ${id})
        and (exists (select 1 from posts where id = ${id} and deleted_at is null)
          or exists (select 1 from comments where id = ${id} and deleted_at is null))`)
  ).length > 0

export const deleteFingerprintsBefore = (db: Db, before: Date) =>
  db.rows(sql`delete from recent_words where written_at < ${before.toISOString()}::timestamptz`)
