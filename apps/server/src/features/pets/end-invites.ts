import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Tx } from '#platform/context.ts'
import { tellClosed } from './invite-person.ts'
import { closeInvitesBetween } from './invite-queries.ts'

/** Neither of two people asks the other any more to care for a pet. What they care for together stays. */
export const endInvitesBetween = async (tx: Tx, a: UserId, b: UserId, now: Date) =>
  tellClosed(tx, await closeInvitesBetween(tx.db, a, b, now))
