import type { PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { importedPostId } from '#features/posts/imported-post-id.ts'

/**
 * Returns the new id of an imported post or pet. The same input gives the same id, so a repeated import creates no
 * duplicates.
 */
export const importedRowId = <Id extends PostId | PetId>(user: UserId, source: Id, at: Date): Id =>
  // The cast is safe: the result identifies the same kind of row (post or pet) as `source`.
  importedPostId(user, { network: 'pawtrait', id: source, postedAt: at.toISOString() }) as string as Id
