import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

export type StoredVapidKey = { id: string; publicKey: string; sealed: string }

export const selectCurrentVapidKey = (db: Db) =>
  db.row<StoredVapidKey>(sql`
    select id, public_key as "publicKey", sealed_private_key as sealed from vapid_keys where is_current`)

/** Inserts the current VAPID key, unless another process has inserted one. */
export const insertVapidKey = (db: Db, { id, publicKey, sealed }: StoredVapidKey, now: Date) =>
  db.rows(sql`
    insert into vapid_keys (id, public_key, sealed_private_key, is_current, created_at)
    values (${id}, ${publicKey}, ${sealed}, true, ${now.toISOString()})
    on conflict (is_current) where is_current do nothing`)

export const retireVapidKey = (db: Db, id: string) =>
  db.rows(sql`update vapid_keys set is_current = false where id = ${id} and is_current`)

export const selectVapidKeyId = async (db: Db, publicKey: string) =>
  (await db.row<{ id: string }>(sql`select id from vapid_keys where public_key = ${publicKey}`))?.id

/** Counts subscriptions by VAPID key: `current` use the current key, `former` an older one. */
export const selectVapidKeyUse = (db: Db) =>
  db.row<{ current: number; former: number }>(sql`
    select (count(*) filter (where k.is_current))::int as current,
      (count(*) filter (where not k.is_current))::int as former
    from push_subscriptions s join vapid_keys k on k.id = s.key_id`)

export const deleteUnusedVapidKeys = (db: Db) =>
  db.rows(sql`
    delete from vapid_keys k where not is_current
      and not exists (select 1 from push_subscriptions s where s.key_id = k.id)`)
