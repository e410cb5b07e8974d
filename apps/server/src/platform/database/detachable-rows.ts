import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Db } from './db.ts'

/** A row that other users see only as part of a count, such as a like. */
export type DetachedRow = { target: string; at: string }

/**
 * Counted rows of one kind, such as likes. A soft-deleted account's rows are moved to another table and not counted.
 * Each call moves a batch of rows in the open transaction.
 */
export type DetachableRows = {
  kind: string
  /** Returns at most `most` users with counters that the next call changes. The caller locks them before other rows. */
  people?: (db: Db, user: UserId, most: number) => Promise<UserId[]>
  /** Removes at most `most` rows and returns them. The result is empty when none remain. */
  detach: (db: Db, user: UserId, most: number) => Promise<DetachedRow[]>
  /** Restores rows. Omits rows with a deleted target, or with a block between the two users. */
  reattach: (db: Db, user: UserId, rows: readonly DetachedRow[]) => Promise<unknown>
}
