import { type SQL, sql } from 'drizzle-orm'
import { IDLE_DAYS, SESSION_DAYS } from './session-lifetime.ts'

const daysBefore = (now: SQL, days: number) => sql`${now} - ${sql.raw(String(days))} * interval '1 day'`

/** SQL condition: the session has not expired. `session`: an alias of sessions. `now`: a timestamptz. */
export const isSessionActive = (session: SQL, now: SQL) => sql`(${session}.last_seen_at > ${daysBefore(now, IDLE_DAYS)}
  and ${session}.created_at > ${daysBefore(now, SESSION_DAYS)})`
