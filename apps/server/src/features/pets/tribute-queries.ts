import type { PetId, TributeId, UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isUserVisible } from '#features/blocks/visibility.sql.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import type { Db } from '#platform/database/db.ts'
import { userCardJson } from './people-queries.ts'

export type NewTribute = {
  id: TributeId
  pet: PetId
  author: UserId
  text: string
  /** User who approved the tribute at once: the author if they own the pet. Null: approval is pending. */
  decidedBy: UserId | null
  now: Date
}

export const insertTribute = (db: Db, t: NewTribute) =>
  db.rows(sql`
    insert into tributes (id, pet_id, author_id, text, state, created_at, decided_by, decided_at)
    values (${t.id}, ${t.pet}, ${t.author}, ${t.text}, ${t.decidedBy ? 'approved' : 'waiting'}, ${t.now.toISOString()},
      ${t.decidedBy}, ${t.decidedBy ? t.now.toISOString() : null}::timestamptz)`)

export type TributeRow = {
  id: TributeId
  text: string
  author: UserCardRow
  state: 'waiting' | 'approved'
  mine: boolean
  createdAt: string
}

const selectTributes = (db: Db, viewer: UserId | null, which: SQL, limit: number) =>
  db.rows<TributeRow>(sql`
    select t.id, t.text, t.state, ${viewer ? sql`t.author_id = ${viewer}` : sql`false`} as mine,
      t.created_at as "createdAt", ${userCardJson(viewer, 'u')} as author
    from tributes t join users u on u.id = t.author_id
    where ${which} and ${isUserVisible(viewer, 'u')} order by t.id desc limit ${limit}::int`)

/**
 * Returns a pet's approved tributes and the viewer's waiting ones, newest first. With `decides`, also returns all other
 * waiting ones.
 */
export const selectTributesOfPet = (
  db: Db,
  viewer: UserId | null,
  pet: PetId,
  { before, limit, decides }: { before: string; limit: number; decides: boolean },
) => {
  const isWaitingVisible = decides ? sql`true` : viewer ? sql`t.author_id = ${viewer}` : sql`false`
  const isTributeVisible = sql`(t.state = 'approved' or t.state = 'waiting' and ${isWaitingVisible})`
  return selectTributes(db, viewer, sql`t.pet_id = ${pet} and t.id < ${before} and ${isTributeVisible}`, limit)
}

export const selectTribute = async (db: Db, viewer: UserId, id: TributeId) =>
  (await selectTributes(db, viewer, sql`t.id = ${id} and t.state <> 'declined'`, 1))[0]

export const selectApprovedTributeCount = async (db: Db, viewer: UserId | null, pet: PetId) =>
  (
    await db.row<{ count: number }>(sql`
      select count(*)::int as count from tributes t join users u on u.id = t.author_id
      where t.pet_id = ${pet} and t.state = 'approved' and ${isUserVisible(viewer, 'u')}`)
  )?.count ?? 0

/** Locks a tribute until the transaction ends and returns it; undefined if it was declined. */
export const lockTribute = (db: Db, id: TributeId) =>
  db.row<{ pet: PetId; author: UserId; state: 'waiting' | 'approved' }>(sql`
    select pet_id as pet, author_id as author, state from tributes
    where id = ${id} and state <> 'declined' for no key update`)

export const updateTributeDecision = (db: Db, id: TributeId, state: 'approved' | 'declined', by: UserId, now: Date) =>
  db.rows(sql`
    update tributes set state = ${state}, decided_by = ${by}, decided_at = ${now.toISOString()} where id = ${id}`)

export const deleteTributeRow = (db: Db, id: TributeId) => db.rows(sql`delete from tributes where id = ${id}`)
