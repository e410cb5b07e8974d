import type { PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { importedId } from '#features/posts/imported-id.ts'

/** Returns a post's or pet's id in this account. Deterministic: a repeated import creates no duplicates. */
export const importedRowId = <Id extends PostId | PetId>(user: UserId, source: Id, at: Date): Id =>
  // The result has the same brand as `source`: it identifies the same kind of row.
  importedId(user, { network: 'pawtrait', id: source, postedAt: at.toISOString() }) as string as Id
