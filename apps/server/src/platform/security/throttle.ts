import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { DatabaseUnavailable, isDiskFull, isMissingTableError } from '#platform/database/db-errors.ts'
import { Problem } from '#platform/problem.ts'

/** Limit of `most` attempts in `seconds`. `key` identifies the user or network without personal data in clear text. */
export type RateLimitBucket = { key: string; most: number; seconds: number }

type Refusal = 'too-many-attempts' | 'too-many-codes' | 'too-many-requests' | 'phone-asked-before'

const createRefusal = (retryAfterSeconds: number, code: Refusal = 'too-many-requests') =>
  new Problem(code, 'Too many tries. Wait a little.', { retryAfterSeconds })

export type BucketCounts = ReadonlyMap<string, number>

type CountedBucket = { key: string; count: number; endsAt: string }

/**
 * Counts an attempt in every bucket with one statement. Returns the counts. Call it before any verification, so that
 * concurrent attempts are all counted. A time window starts at its first attempt. Inside a transaction, the Problem
 * rolls back the count of a refused attempt.
 * @throws Problem with the given code when a bucket is full; `retryAfterSeconds` is the longest wait
 */
export async function countAttempt(
  db: Db,
  now: Date,
  buckets: readonly RateLimitBucket[],
  code: Refusal = 'too-many-requests',
): Promise<BucketCounts> {
  if (buckets.length === 0) return new Map()
  const at = now.toISOString()
  const rows = buckets.map(({ key, seconds }) => sql`(${key}, ${seconds}::int)`)
  const counted = await runCountQuery(
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
  if (waits.length > 0) throw createRefusal(Math.max(...waits), code)
  return new Map(counted.map(({ key, count }) => [key, count]))
}

/** Counts a read, like `countAttempt`. If the disk is full, only checks the stored counts, so that reads still work. */
export async function countRead(db: Db, now: Date, buckets: readonly RateLimitBucket[]): Promise<void> {
  try {
    await countAttempt(db, now, buckets)
  } catch (error) {
    if (!isDiskFull(error)) throw error
    for (const bucket of buckets)
      if ((await remainingAttempts(db, now, bucket)) <= 0) throw createRefusal(bucket.seconds)
  }
}

/** Runs a query that counts attempts. @throws DatabaseUnavailable if the table is missing: each attempt must count */
async function runCountQuery(db: Db, query: SQL): Promise<CountedBucket[]> {
  try {
    return await db.rows<CountedBucket>(query)
  } catch (error) {
    throw isMissingTableError(error) ? new DatabaseUnavailable(error) : error
  }
}

const matchesKeys = (buckets: readonly Pick<RateLimitBucket, 'key'>[]) =>
  sql`key = any(${JSON.stringify(buckets.map(({ key }) => key))
    .replace('[', '{')
    .replace(/]$/, '}')}::text::text[])`

/** Subtracts an attempt that succeeded. Locks rows in the order of their keys, as `countAttempt` does. */
export const subtractAttempt = (db: Db, buckets: readonly RateLimitBucket[]) =>
  db.rows(sql`
    update throttles set count = greatest(count - 1, 0)
    where key in (select key from throttles where ${matchesKeys(buckets)} order by key for no key update)`)

/** Counts an attempt in its own transaction. Returns false if a bucket is full. */
export async function tryCountAttempt(
  ctx: Pick<Context, 'transaction' | 'now'>,
  buckets: readonly RateLimitBucket[],
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

/** Returns the count per bucket key. Empty buckets are omitted. */
export async function readBucketCounts(db: Db, now: Date, keys: readonly string[]): Promise<BucketCounts> {
  const buckets = keys.map((key) => ({ key }))
  const counted = await db.rows<{ key: string; count: number }>(
    sql`select key, count from throttles where ${matchesKeys(buckets)} and ends_at > ${now.toISOString()}`,
  )
  return new Map(counted.map(({ key, count }) => [key, count]))
}

export async function remainingAttempts(db: Db, now: Date, { key, most }: RateLimitBucket): Promise<number> {
  const counted = await db.row<{ count: number }>(
    sql`select count from throttles where key = ${key} and ends_at > ${now.toISOString()}`,
  )
  return most - (counted?.count ?? 0)
}

export const deleteAttempts = (db: Db, buckets: readonly RateLimitBucket[]) =>
  db.rows(sql`delete from throttles where ${matchesKeys(buckets)}`)

const containsMark = (marks: readonly string[]) => sql`
  exists (select 1 from jsonb_array_elements_text(${JSON.stringify(marks)}::text::jsonb) mark
    where position(mark in key) > 0)`

/** Returns buckets with one of `marks` in their key: a user's id or a network's MAC. Scans the whole table. */
export const selectBuckets = (db: Db, marks: readonly string[], now: Date): Promise<CountedBucket[]> =>
  db.rows<CountedBucket>(sql`
    select key, count, ends_at as "endsAt" from throttles
    where ends_at > ${now.toISOString()} and ${containsMark(marks)} order by key`)

/** Deletes buckets with one of `marks` in their key. */
export const deleteBuckets = (db: Db, marks: readonly string[]): Promise<{ key: string }[]> =>
  db.rows<{ key: string }>(sql`delete from throttles where ${containsMark(marks)} returning key`)

export const sweepThrottles = (db: Db, now: Date) =>
  db.rows(sql`delete from throttles where ends_at <= ${now.toISOString()}`)
