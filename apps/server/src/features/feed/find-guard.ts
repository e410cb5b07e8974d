import type { PostId } from '@pawtrait/contract/ids.ts'
import { LAST_ID } from '#platform/cursor.ts'
import type { Db } from '#platform/db.ts'
import { selectNthPost } from './queries.ts'

const GUARD_POSTS = 2_000
const KEPT_MS = 10_000

/** The guard below an id; undefined is the start of the feed. */
export type FindGuard = (db: Db, now: Date, before: string | undefined) => Promise<PostId | null>

/**
 * Finds the guard below an id: the 2,000th of all posts from there; null when there are fewer.
 * Above it the planner may scan all posts backwards and throw most away; below it that scan would have no end.
 * Where it lies changes what a page costs, never what it holds; so the one for first pages is kept for 10 s.
 */
export function guardFinder(): FindGuard {
  let [kept, until] = [Promise.resolve<PostId | null>(null), 0]
  return (db, now, before) => {
    const found = async () => (await selectNthPost(db, before ?? LAST_ID, GUARD_POSTS)) ?? null
    if (before !== undefined) return found()
    if (now.getTime() >= until) {
      until = now.getTime() + KEPT_MS
      kept = found()
      kept.catch(() => {
        until = 0
      })
    }
    return kept
  }
}
