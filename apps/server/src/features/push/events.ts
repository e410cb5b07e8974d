import type { Deps } from '#platform/context.ts'
import { REPLACE_MESSAGES_JOB } from './deliver-notifications.ts'
import { hasPushMessageOfComment } from './delivery-queries.ts'
import { deleteSubscriptionsOfSession } from './queries.ts'

/** Registers the handlers for a log-out and for a deleted comment. */
export function registerPushEvents({ events, jobs }: Pick<Deps, 'events' | 'jobs'>) {
  events.on('logged-out', async (db, { data: { sessionId } }) => {
    await deleteSubscriptionsOfSession(db, sessionId)
  })
  events.on('comment-deleted', async (db, { data: { commentId } }) => {
    if (await hasPushMessageOfComment(db, commentId)) await jobs.send(db, REPLACE_MESSAGES_JOB, { commentId })
  })
}
