import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PhotoId, StoryId } from '@pawtrait/contract/ids.ts'
import { APPEAL_DAYS } from '@pawtrait/contract/moderation/decisions.ts'
import { sql } from 'drizzle-orm'
import { isStoryHighlight } from '#features/blocks/visibility.sql.ts'
import type { Tx } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'

const isNotHeldForAppeal = (now: Date) =>
  sql`(s.taken_down_at is null or s.taken_down_at < ${new Date(now.getTime() - APPEAL_DAYS * DAY_MS).toISOString()})`

const isExpired = (now: Date) =>
  sql`s.expires_at <= ${now.toISOString()} and not ${isStoryHighlight('s')} and ${isNotHeldForAppeal(now)}`

/** Deletes an expired story and returns its photo. Locks the story first: a concurrent request may highlight it. */
export async function deleteExpiredStory({ db }: Tx, now: Date, id: StoryId): Promise<PhotoId[]> {
  const locked = await db.row(
    sql`select 1 from stories s where s.id = ${id} and ${isExpired(now)} for update skip locked`,
  )
  if (!locked) return []
  const deleted = await db.rows<{ photo: PhotoId }>(sql`
    delete from stories s where s.id = ${id} and not ${isStoryHighlight('s')} returning s.photo_id as photo`)
  return deleted.map(({ photo }) => photo)
}

/** Returns expired stories, sorted by id. `since` excludes stories that expired earlier, to read fewer rows. */
export const selectExpiredStories = (db: Db, now: Date, since: Date | null, after: string, limit: number) =>
  db.rows<{ id: StoryId }>(sql`
    select s.id from stories s where ${isExpired(now)} and s.id > ${after}
      and ${since ? sql`s.expires_at > ${since.toISOString()}` : sql`true`}
    order by s.id limit ${limit}::int`)
