import type { PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { importedId } from '#features/posts/imported-id.ts'

/**
 * The id that something of an archive gets in this account, as of a post from elsewhere: always the same, so that
 * nothing is brought in twice.
 */
export const madeId = <Id extends PostId | PetId>(user: UserId, source: Id, at: Date): Id =>
  // The brand says what the id names; it names the same here.
  importedId(user, { network: 'pawtrait', id: source, postedAt: at.toISOString() }) as string as Id
