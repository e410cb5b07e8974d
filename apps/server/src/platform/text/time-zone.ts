import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { isInvalidValueError } from '#platform/database/db-errors.ts'
import { currentTimeZoneName } from './renamed-time-zones.ts'

/** Returns ICU's name of a time zone, which is often an outdated IANA name. Undefined for offsets and unknown names. */
export function resolveTimeZone(name: string): string | undefined {
  // Refuses offsets such as `+03:00`, because PostgreSQL reverses their sign.
  if (!/^[a-z]/i.test(name) || name.length > 60) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/**
 * Returns the names of a time zone: first its current IANA name, then older names. Empty if ICU does not know the zone.
 * An ambiguous short name such as IST gives the zone that browsers choose.
 */
export function timeZoneNames(typed: string): string[] {
  const resolved = resolveTimeZone(typed)
  if (resolved === undefined) return []
  const spelled = typed.toLowerCase() === resolved.toLowerCase() ? resolved : typed
  const names = spelled.includes('/') ? [spelled, resolved] : [resolved]
  return [...new Set([...names.map(currentTimeZoneName), ...names])]
}

/**
 * Returns the first of `timeZoneNames` that PostgreSQL knows. For example, zone files before 2022 lack Europe/Kyiv. Do
 * not call it in a transaction, because an unknown name aborts the transaction.
 */
export async function findKnownTimeZone(db: Db, typed: string | undefined): Promise<string | undefined> {
  for (const name of timeZoneNames(typed ?? '')) if (await isKnown(db, name)) return name
  return undefined
}

async function isKnown(db: Db, name: string): Promise<boolean> {
  try {
    await db.rows(sql`select now() at time zone ${name}`)
    return true
  } catch (error) {
    if (isInvalidValueError(error)) return false
    throw error
  }
}

/** Formats an instant as "20 December 2026 at 18:11 GMT+3". Uses `fallback` if ICU does not know `timeZone`. */
export const formatInstant = (iso: string, timeZone: string, fallback: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: resolveTimeZone(timeZone) ?? fallback,
  }).format(new Date(iso))
