import type { PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { deriveImportedPostId } from '#features/posts/imported-post-id.ts'

/** Returns the id of an imported post or pet: the same for the same input, so that no import creates duplicates. */
export const deriveRowId = <Id extends PostId | PetId>(user: UserId, source: Id, at: Date): Id =>
  // The cast is safe: the result identifies the same kind of row (post or pet) as `source`.
  deriveImportedPostId(user, { network: 'pawtrait', id: source, postedAt: at.toISOString() }) as string as Id
