import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/database/db.ts'

/** Sets the privacy of an account. Going private invalidates its signed URLs. Returns undefined if nothing changed. */
export const updatePrivacy = (db: Db, id: UserId, isPrivate: boolean) =>
  db.row(sql`
    update users set is_private = ${isPrivate}, address_epoch = address_epoch + ${isPrivate ? 1 : 0}
    where id = ${id} and is_private <> ${isPrivate} returning 1`)

/**
 * Makes the photos in a user's posts private, in the transaction that makes the account private. The job
 * `settle-privacy` (posts) makes them public again for a public account.
 */
export const updatePostPhotosPrivate = (db: Db, author: UserId) =>
  db.rows(sql`
    update photos set is_public = false where is_public and id in (
      select pp.photo_id from posts p join post_photos pp on pp.post_id = p.id where p.author_id = ${author})`)

export const incrementUrlEpoch = (db: Db, users: readonly UserId[]) =>
  db.rows(sql`
    update users set address_epoch = address_epoch + 1 where id in (
      select id from users where id = any(${idArray(users)}::uuid[]) order by id for no key update)`)
