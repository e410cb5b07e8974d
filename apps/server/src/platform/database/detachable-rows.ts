import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Db } from './db.ts'

/** A row that other users see only in a count, such as a like. */
export type DetachedRow = { target: string; at: string }

/**
 * Counted rows of one kind, such as likes. When an account is soft-deleted, its rows move to another table and no
 * longer count. Each function moves one batch of rows in the open transaction.
 */
export type DetachableRows = {
  kind: string
  /** Returns at most `most` users to lock before other rows, because the next batch changes their counters. */
  people?: (db: Db, user: UserId, most: number) => Promise<UserId[]>
  /** Removes at most `most` rows and returns them. The result is empty when none remain. */
  detach: (db: Db, user: UserId, most: number) => Promise<DetachedRow[]>
  /** Restores rows. Skips rows with a deleted target, and rows between two users when one blocks the other. */
  reattach: (db: Db, user: UserId, rows: readonly DetachedRow[]) => Promise<unknown>
}
