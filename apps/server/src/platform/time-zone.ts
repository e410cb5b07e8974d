import { sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { isInvalidValue } from './db-errors.ts'

/** The long name of an IANA time zone; undefined for an offset, and for what this runtime does not know. */
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
 * The name of an IANA time zone that PostgreSQL knows as well: it reckons with it later. Undefined when there is none.
 * Short names such as IST are several zones: the one that browsers mean counts, under its long name.
 * Not for inside a transaction: a name that the database does not know would end it.
 */
export async function knownTimeZone(db: Db, typed: string | undefined): Promise<string | undefined> {
  const resolved = typed === undefined ? undefined : resolvedTimeZone(typed)
  if (typed === undefined || resolved === undefined) return undefined
  for (const name of typed.includes('/') ? [typed, resolved] : [resolved]) if (await isKnown(db, name)) return name
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

/** "20 December 2026 at 18:11 GMT+3": an instant in somebody's zone, for letters. */
export const formatInstant = (iso: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  }).format(new Date(iso))
