import { sql } from 'drizzle-orm'
import type { Provider } from '#features/payments/queries.ts'
import type { Db } from '#platform/database/db.ts'

export type RedactableEvent = { id: string; provider: Provider; raw: Buffer; headers: Record<string, string> }

/**
 * Returns events that still have a body, sorted by id, with ids above `after`: events received up to `before`, and
 * handled events of erased accounts.
 */
export const selectRedactableEvents = (db: Db, before: Date, after: string, limit: number) =>
  db.rows<RedactableEvent>(sql`
    select e.id, e.provider, e.raw, e.headers from provider_events e
    where e.raw is not null and e.id > ${after}
      and (e.received_at <= ${before.toISOString()} or (e.processed_at is not null and exists (
      select 1 from payment_attempts a join orders o on o.id = a.order_id
      where a.id = e.attempt_id and o.user_id is null)))
    order by e.id limit ${limit}::int`)

/** Replaces the body of an event by its hash and facts. Marks the event as processed, if it was not. */
export const markEventRedacted = (db: Db, id: string, facts: object, at: Date) =>
  db.rows(sql`
    update provider_events set raw_sha256 = sha256(raw), raw = null, kept = ${JSON.stringify(facts)}::text::jsonb,
      processed_at = coalesce(processed_at, ${at.toISOString()}), outcome = coalesce(outcome, 'never-worked')
    where id = ${id} and raw is not null`)

/** Deletes names and phone digits of buyers with erased accounts. Receipt numbers, amounts and codes remain. */
export async function anonymiseDeletedBuyers(db: Db) {
  await db.rows(sql`
    update receipts r set snapshot = r.snapshot || '{"buyer": null}'
    from payments p join orders o on o.id = p.order_id
    where p.id = r.payment_id and o.user_id is null and r.snapshot->'buyer' <> 'null'`)
  await db.rows(sql`
    update payment_attempts a set phone_end = null from orders o
    where o.id = a.order_id and o.user_id is null and a.phone_end is not null`)
}
