import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PhotoId, StoryId } from '@pawtrait/contract/ids.ts'
import { APPEAL_DAYS } from '@pawtrait/contract/moderation/decisions.ts'
import { sql } from 'drizzle-orm'
import { storyKept } from '#features/blocks/visibility.sql.ts'
import type { Tx } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'

const notHeldForAppeal = (now: Date) =>
  sql`(s.taken_down_at is null or s.taken_down_at < ${new Date(now.getTime() - APPEAL_DAYS * DAY_MS).toISOString()})`

const ended = (now: Date) =>
  sql`s.expires_at <= ${now.toISOString()} and not ${storyKept('s')} and ${notHeldForAppeal(now)}`

/**
 * Deletes a story that has ended and that is kept in no highlight; returns its photo. Whether it is kept is checked
 * again once its row is locked: somebody may have kept it after the first statement began.
 */
export async function deleteEndedStory({ db }: Tx, now: Date, id: StoryId): Promise<PhotoId[]> {
  const held = await db.row(sql`select 1 from stories s where s.id = ${id} and ${ended(now)} for update skip locked`)
  if (!held) return []
  const gone = await db.rows<{ photo: PhotoId }>(sql`
    delete from stories s where s.id = ${id} and not ${storyKept('s')} returning s.photo_id as photo`)
  return gone.map(({ photo }) => photo)
}

/**
 * Some stories to delete, in the order of ids, after one. `since`: leaves out those that ended before, so that kept
 * stories are not read every minute.
 */
export const selectEndedStories = (db: Db, now: Date, since: Date | null, after: string, most: number) =>
  db.rows<{ id: StoryId }>(sql`
    select s.id from stories s where ${ended(now)} and s.id > ${after}
      and ${since ? sql`s.expires_at > ${since.toISOString()}` : sql`true`}
    order by s.id limit ${most}::int`)
