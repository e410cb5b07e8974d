import { createHash } from 'node:crypto'
import type { CallOutput, Endpoint, EndpointInput } from '@pawtrait/contract/endpoint.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type Context, contextInTransaction, type Deps, type UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import type { HttpExchange } from './serve.ts'

type IdOf<Output> = Output extends { id: infer Id } ? Id : null

/**
 * Reads the object that an earlier call with the key created. `id` is its id, or null if the response has no id.
 * @throws Problem 'not-found' for a deleted or inaccessible object
 */
export type ReadCreatedObject<E extends Endpoint> = (
  ctx: UserContext,
  id: IdOf<CallOutput<E>>,
  received: EndpointInput<E>,
) => Promise<CallOutput<E>>

type StoredCall = { bodyHash: string; createdId: string | null }

// Handler with an idempotency key. `create` runs once per key, in its context's transaction. `read` handles repeats.
type IdempotentCall<Output> = {
  create: (ctx: Context) => Promise<Output>
  read: (createdId: string | null) => Promise<Output>
}

/**
 * Runs a creating call once per idempotency key and viewer. One transaction stores the key, the new rows and the
 * created id. A concurrent repeat waits for that transaction at the unique key. A repeat returns the created object in
 * its present state.
 * @throws Problem 'idempotency-key-reused' for another body or endpoint; 'gone' for a repeat when the object was
 * deleted, or the viewer lost access; 'validation-failed' for a malformed key
 */
export async function withIdempotencyKey<Output>(
  deps: Deps,
  ctx: Context,
  endpoint: Endpoint,
  body: unknown,
  { request, reply }: HttpExchange,
  { create, read }: IdempotentCall<Output>,
): Promise<Output> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return create(ctx)
  if (typeof key !== 'string' || !/^[\x21-\x7e]{8,100}$/.test(key))
    throw new Problem('validation-failed', 'An Idempotency-Key has 8 to 100 visible characters.')
  const hashBody = (sent: unknown) =>
    createHash('sha256')
      .update(`${endpoint.method} ${request.url} ${JSON.stringify(sent)}`)
      .digest('hex')
  // Hashes the body as it was sent, because a later release may add default values to the parsed body.
  const bodyHash = hashBody(request.body)
  const call = await deps.database.transaction(async (db) => {
    const [inserted] = await db.rows(sql`
      insert into idempotency_keys (user_id, key, body_hash, created_at)
      values (${ctx.viewer}, ${key}, ${bodyHash}, ${ctx.now.toISOString()})
      on conflict do nothing returning 1`)
    if (!inserted) return { stored: await selectCall(db, ctx.viewer, key) }
    const output = await create(contextInTransaction(deps, ctx, db))
    await db.rows(sql`
      update idempotency_keys set created_id = ${idOf(output)} where user_id = ${ctx.viewer} and key = ${key}`)
    return { output }
  })
  if ('output' in call) {
    deps.events.nudge() // called after the commit, so that the events are visible
    return call.output
  }
  // Also accepts the hash of the parsed body, because release 0.1.0 stored that hash.
  if (call.stored?.bodyHash !== bodyHash && call.stored?.bodyHash !== hashBody(body))
    throw new Problem('idempotency-key-reused', 'This key was used for another request.')
  reply.header('idempotent-replay', 'true')
  return read(call.stored.createdId).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'not-found') throw new Problem('gone', 'This was deleted since.')
    throw error
  })
}

const selectCall = (db: Db, user: UserId | null, key: string) =>
  db.row<StoredCall>(sql`
    select body_hash as "bodyHash", created_id as "createdId" from idempotency_keys
    where user_id = ${user} and key = ${key}`)

const idOf = (output: unknown) =>
  typeof output === 'object' && output !== null && 'id' in output && typeof output.id === 'string' ? output.id : null

export const deleteIdempotencyKeysOf = (db: Db, user: UserId) =>
  db.rows(sql`delete from idempotency_keys where user_id = ${user}`)

/** Deletes idempotency keys after 30 days, because a browser may repeat a call after weeks offline. */
export async function sweepIdempotencyKeys(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`
  await db.rows(sql`delete from idempotency_keys where created_at < ${at} - interval '30 days'`)
  // Release 0.1.0 stored whole responses, and kept them for a day.
  await db.rows(sql`
    update idempotency_keys set answer = default where answer <> '{}' and created_at < ${at} - interval '1 day'`)
}
