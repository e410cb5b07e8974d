import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { isInvalidValue } from '#platform/database/db-errors.ts'
import { currentTimeZoneName } from './renamed-time-zones.ts'

/** The long name of an IANA time zone, often an old one; undefined for an offset, and for what ICU does not know. */
export function resolvedTimeZone(name: string): string | undefined {
  // PostgreSQL reads the sign of offsets the other way round.
  if (!/^[a-z]/i.test(name) || name.length > 60) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/**
 * The names under which a time zone can be stored: its current IANA name, then older ones. Empty when ICU does not know
 * it. A short name such as IST can mean several zones: the one that browsers mean counts.
 */
export function timeZoneNames(typed: string): string[] {
  const resolved = resolvedTimeZone(typed)
  if (resolved === undefined) return []
  const spelled = typed.toLowerCase() === resolved.toLowerCase() ? resolved : typed
  const names = spelled.includes('/') ? [spelled, resolved] : [resolved]
  return [...new Set([...names.map(currentTimeZoneName), ...names])]
}

/**
 * Returns the first of these names that PostgreSQL knows (zone files of before 2022 lack Europe/Kyiv); undefined when
 * it knows none.
 * Not for inside a transaction: a name that the database does not know would end it.
 */
export async function knownTimeZone(db: Db, typed: string | undefined): Promise<string | undefined> {
  for (const name of timeZoneNames(typed ?? '')) if (await isKnown(db, name)) return name
  return undefined
}

async function isKnown(db: Db, name: string): Promise<boolean> {
  try {
    await db.rows(sql`select now() at time zone ${name}`)
    return true
  } catch (error) {
    if (isInvalidValue(error)) return false
    throw error
  }
}

/**
 * "20 December 2026 at 18:11 GMT+3": an instant for letters. In `fallback`, the zone of `TIME_ZONE`, when ICU does not
 * know the stored name.
 */
export const formatInstant = (iso: string, timeZone: string, fallback: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: resolvedTimeZone(timeZone) ?? fallback,
  }).format(new Date(iso))
