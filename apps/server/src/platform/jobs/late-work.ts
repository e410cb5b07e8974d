import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { JOBS_SCHEMA, type Worker } from './jobs.ts'

const LATE_MINUTES = 10

/** Seconds that a due event may wait before `doctor` reports it. Events have no queues, so all have the same limit. */
export const LATE_EVENT_SECONDS = LATE_MINUTES * 60

/** Seconds that a due job may wait before an alert, by queue. */
export type LateLimits = ReadonlyMap<string, number>

export const lateLimits = (workers: readonly Worker[]): LateLimits =>
  new Map(workers.map(({ name, lateAfterMinutes = LATE_MINUTES }) => [name, lateAfterMinutes * 60]))

/** Returns the limit of a queue. A queue that only another release knows gets the default limit. */
export const lateLimitOf = (limits: LateLimits, queue: string): number => limits.get(queue) ?? LATE_MINUTES * 60

/** Seconds that the oldest due job of a queue has waited, or the oldest due event with `queue: null`. */
export type LateWork = { queue: string | null; seconds: number }

/** Returns the queues (and the event outbox) with work that waits longer than its limit, longest wait first. */
export async function findLateWork(db: Db, now: Date, limits: LateLimits): Promise<LateWork[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const found = await db.rows<LateWork>(sql`
    select name as queue, extract(epoch from ${at} - min(start_after))::float8 as seconds
      from ${sql.identifier(JOBS_SCHEMA)}.job
      where state < 'active' and not blocked and start_after <= ${at} group by name
    union all select null, extract(epoch from ${at} - min(due_at))::float8
      from events where due_at <= ${at} having count(*) > 0`)
  return found
    .filter(({ queue, seconds }) => seconds > (queue === null ? LATE_EVENT_SECONDS : lateLimitOf(limits, queue)))
    .toSorted((a, b) => b.seconds - a.seconds)
}
