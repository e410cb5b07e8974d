import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Db } from './db.ts'

/** A row of somebody's that others see as a number: what it is about, and since when. */
export type SetAside = { target: string; at: string }

/**
 * Rows that are counted elsewhere, such as likes. Of somebody who has left they are taken out, with what counts them,
 * and kept until they come back. Each takes or puts some rows in the transaction that is open.
 */
export type SetsAside = {
  kind: string
  /** Some of the people in whose numbers they are, at most so many: they are held before anything else is. */
  people?: (db: Db, user: UserId, most: number) => Promise<UserId[]>
  /** Takes out at most so many, and gives them; nothing when none is left. */
  take: (db: Db, user: UserId, most: number) => Promise<SetAside[]>
  /** Puts them back, but for those whose target is gone, or is blocked since, either way. */
  put: (db: Db, user: UserId, rows: readonly SetAside[]) => Promise<unknown>
}
