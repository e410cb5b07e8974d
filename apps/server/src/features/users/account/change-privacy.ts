import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { updatePrivacy } from './privacy-queries.ts'

/** The account is private or not from now on. Gives whether that is new. */
export const changePrivacy = async (tx: Tx, user: UserId, isPrivate: boolean): Promise<boolean> =>
  (await updatePrivacy(tx.db, user, isPrivate)) !== undefined
