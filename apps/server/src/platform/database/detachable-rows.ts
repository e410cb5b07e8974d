import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Db } from './db.ts'

/** A row of a user, such as a like. Others see only the count of such rows. */
export type DetachedRow = { target: string; at: string }

/**
 * Counted rows such as likes. While an account is deleted but restorable, its rows are stored aside and not counted.
 * Each call moves a batch within the open transaction.
 */
export type DetachableRows = {
  kind: string
  /** Returns at most `most` users with counts that would change; the caller locks them before any other row. */
  people?: (db: Db, user: UserId, most: number) => Promise<UserId[]>
  /** Removes at most `most` rows and returns them; empty when none remain. */
  detach: (db: Db, user: UserId, most: number) => Promise<DetachedRow[]>
  /** Restores rows, except those with a target that is deleted, or blocked in either direction. */
  reattach: (db: Db, user: UserId, rows: readonly DetachedRow[]) => Promise<unknown>
}
