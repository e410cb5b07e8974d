import type { PhotoId, StoryId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { DeletedStory } from './queries.ts'

type TakenDownStory = DeletedStory & { photo: PhotoId }

/** Hides a story but keeps its row for an appeal. Returns undefined when the story was taken down already. */
export const takeDownStoryRow = (db: Db, id: StoryId, now: Date) =>
  db.row<TakenDownStory>(sql`
    update stories s set taken_down_at = ${now.toISOString()} where id = ${id} and taken_down_at is null
    returning s.photo_id as photo, s.author_id as "authorId", s.audience, s.is_ready as "isReady",
      (select coalesce(json_agg(sp.pet_id), '[]') from story_pets sp where sp.story_id = s.id) as pets`)

export const restoreStoryRow = (db: Db, id: StoryId) =>
  db.row<{ photo: PhotoId }>(sql`
    update stories set taken_down_at = null where id = ${id} and taken_down_at is not null returning photo_id as photo`)
