import { createHash } from 'node:crypto'
import type { Endpoint } from '@pawtrait/contract/endpoint.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type Context, type Deps, inTransaction } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import type { HttpExchange } from './serve.ts'

type StoredAnswer = { bodyHash: string; answer: never }

/**
 * Runs a creating call once per idempotency key and viewer; repeats return the first response. One transaction writes
 * the key, the new rows and the response. A concurrent repeat waits at the unique key.
 * @throws Problem 'idempotency-key-reused' for another body; 'validation-failed' for a malformed key
 */
export async function withIdempotencyKey<T>(
  deps: Deps,
  ctx: Context,
  endpoint: Endpoint,
  body: unknown,
  { request, reply }: HttpExchange,
  work: (ctx: Context) => Promise<T>,
): Promise<T> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return work(ctx)
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key))
    throw new Problem('validation-failed', 'An Idempotency-Key has 8 to 100 visible characters.')
  const bodyHash = createHash('sha256')
    .update(`${endpoint.method} ${request.url} ${JSON.stringify(body)}`)
    .digest('hex')
  const answer = await deps.database.transaction(async (db) => {
    const [fresh] = await db.rows(sql`
      insert into idempotency_keys (user_id, key, body_hash, created_at)
      values (${ctx.viewer}, ${key}, ${bodyHash}, ${ctx.now.toISOString()})
      on conflict do nothing returning 1`)
    if (!fresh) {
      const stored = await db.row<StoredAnswer>(sql`
        select body_hash as "bodyHash", answer from idempotency_keys where user_id = ${ctx.viewer} and key = ${key}`)
      if (stored?.bodyHash !== bodyHash)
        throw new Problem('idempotency-key-reused', 'This key was used for another request.')
      reply.header('idempotent-replay', 'true')
      return stored.answer
    }
    const result = await work(inTransaction(deps, ctx, db))
    // Cast from text: the driver would encode a JSON string a second time.
    await db.rows(sql`
      update idempotency_keys set answer = ${JSON.stringify(result ?? null)}::text::jsonb
      where user_id = ${ctx.viewer} and key = ${key}`)
    return result
  })
  deps.events.nudge() // only now are the events of the transaction committed
  return answer
}

export const deleteIdempotencyKeysOf = (db: Db, user: UserId) =>
  db.rows(sql`delete from idempotency_keys where user_id = ${user}`)

export const sweepIdempotencyKeys = (db: Db, now: Date) =>
  db.rows(sql`delete from idempotency_keys where created_at < ${now.toISOString()}::timestamptz - interval '1 day'`)
