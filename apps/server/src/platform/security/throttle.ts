import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { DatabaseGone, isDiskFull, isTableMissing } from '#platform/database/db-errors.ts'
import { Problem } from '#platform/problem.ts'

/** At most `most` per window; `key` says of what and whom, without personal data in clear. */
export type Bucket = { key: string; most: number; seconds: number }

type Refusal = 'too-many-attempts' | 'too-many-codes' | 'too-many-requests' | 'phone-asked-before'

const tooMany = (retryAfterSeconds: number, code: Refusal = 'too-many-requests') =>
  new Problem(code, 'Too many tries. Wait a little.', { retryAfterSeconds })

/** How much each bucket holds now, by its key. */
export type Counts = ReadonlyMap<string, number>

type Counted = { key: string; count: number; endsAt: string }

/**
 * Counts one attempt in every bucket, in one statement, before anything is verified: fifty at once are fifty.
 * Windows start at the first attempt. Inside a transaction of its own a refused attempt is not counted at all.
 * Shared by all app processes. Gives how much each holds, this attempt included.
 * @throws Problem with the given code when any bucket was full already; `retryAfterSeconds` is the longest wait.
 */
export async function countAttempt(
  db: Db,
  now: Date,
  buckets: readonly Bucket[],
  code: Refusal = 'too-many-requests',
): Promise<Counts> {
  if (buckets.length === 0) return new Map()
  const at = now.toISOString()
  const rows = buckets.map(({ key, seconds }) => sql`(${key}, ${seconds}::int)`)
  const counted = await countedRows(
    db,
    sql`
    insert into throttles as t (key, count, ends_at)
    select key, 1, ${at}::timestamptz + make_interval(secs => seconds)
    from (values ${sql.join(rows, sql`, `)}) as b (key, seconds) order by key
    on conflict (key) do update set
      count = case when t.ends_at <= ${at} then 1 else t.count + 1 end,
      ends_at = case when t.ends_at <= ${at} then excluded.ends_at else t.ends_at end
    returning key, count, ends_at as "endsAt"`,
  )
  const most = new Map(buckets.map((bucket) => [bucket.key, bucket.most]))
  const waits = counted
    .filter(({ key, count }) => count > (most.get(key) ?? 0))
    .map(({ endsAt }) => Math.max(1, Math.ceil((Date.parse(endsAt) - now.getTime()) / 1000)))
  if (waits.length > 0) throw tooMany(Math.max(...waits), code)
  return new Map(counted.map(({ key, count }) => [key, count]))
}

/**
 * Counts as `countAttempt` for what only reads. On a full disk, where nothing can be counted, it goes on by what was
 * counted until then.
 */
export async function countReading(db: Db, now: Date, buckets: readonly Bucket[]): Promise<void> {
  try {
    await countAttempt(db, now, buckets)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    for (const bucket of buckets) if ((await attemptsLeft(db, now, bucket)) <= 0) throw tooMany(bucket.seconds)
  }
}

/** What cannot be counted is refused, never let through (`security.md` §3.3). */
async function countedRows(db: Db, query: SQL): Promise<Counted[]> {
  try {
    return await db.rows<Counted>(query)
  } catch (error) {
    throw isTableMissing(error) ? new DatabaseGone(error) : error
  }
}

const oneOf = (buckets: readonly Pick<Bucket, 'key'>[]) =>
  sql`key = any(${JSON.stringify(buckets.map(({ key }) => key))
    .replace('[', '{')
    .replace(/]$/, '}')}::text::text[])`

/** Takes one attempt back: it succeeded, and only failures count. Locks in the order in which they are counted. */
export const forgiveAttempt = (db: Db, buckets: readonly Bucket[]) =>
  db.rows(sql`
    update throttles set count = greatest(count - 1, 0)
    where key in (select key from throttles where ${oneOf(buckets)} order by key for no key update)`)

/**
 * Counts as `countAttempt`, in a transaction of its own; false when a bucket was full, and then nothing is counted.
 */
export async function isWithin(
  ctx: Pick<Context, 'transaction' | 'now'>,
  buckets: readonly Bucket[],
): Promise<boolean> {
  if (buckets.length === 0) return true
  try {
    await ctx.transaction(({ db }) => countAttempt(db, ctx.now, buckets))
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many-requests') return false
    throw error
  }
}

/** How much buckets hold; those that hold nothing are left out. */
export async function heldBy(db: Db, now: Date, keys: readonly string[]): Promise<Counts> {
  const buckets = keys.map((key) => ({ key }))
  const held = await db.rows<{ key: string; count: number }>(
    sql`select key, count from throttles where ${oneOf(buckets)} and ends_at > ${now.toISOString()}`,
  )
  return new Map(held.map(({ key, count }) => [key, count]))
}

/** How many attempts a bucket still has room for. */
export async function attemptsLeft(db: Db, now: Date, { key, most }: Bucket): Promise<number> {
  const counted = await db.row<{ count: number }>(
    sql`select count from throttles where key = ${key} and ends_at > ${now.toISOString()}`,
  )
  return most - (counted?.count ?? 0)
}

/** Empties buckets. */
export const forgetAttempts = (db: Db, buckets: readonly Bucket[]) =>
  db.rows(sql`delete from throttles where ${oneOf(buckets)}`)

// Keys name people and networks by an id or a MAC, somewhere within.
const bears = (marks: readonly string[]) => sql`
  exists (select 1 from jsonb_array_elements_text(${JSON.stringify(marks)}::text::jsonb) mark
    where position(mark in key) > 0)`

/** All buckets in whose keys one of the marks stands; reads the whole table, for an operator. */
export const selectHeld = (db: Db, marks: readonly string[], now: Date): Promise<Counted[]> =>
  db.rows<Counted>(sql`
    select key, count, ends_at as "endsAt" from throttles
    where ends_at > ${now.toISOString()} and ${bears(marks)} order by key`)

/** Empties those buckets. */
export const deleteHeld = (db: Db, marks: readonly string[]): Promise<{ key: string }[]> =>
  db.rows<{ key: string }>(sql`delete from throttles where ${bears(marks)} returning key`)

/** Removes windows that have ended. */
export const sweepThrottles = (db: Db, now: Date) =>
  db.rows(sql`delete from throttles where ends_at <= ${now.toISOString()}`)
