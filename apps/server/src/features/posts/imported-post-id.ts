import { createHash } from 'node:crypto'
import type { PostOrigin, SocialNetwork } from '@pawtrait/contract/archives.ts'
import type { PostId, UserId } from '@pawtrait/contract/ids.ts'

/** Origin of an imported post. `pawtrait` means an export of this or another instance. */
type ImportedPostOrigin = Omit<PostOrigin, 'network'> & { network: SocialNetwork | 'pawtrait' }

/**
 * Returns the id of an imported post: a UUIDv8 (RFC 9562 §5.8) that begins with the post's time, like all our ids, and
 * continues with a hash of author and origin. A repeated import gets the same id, and lists order the post by its
 * original date. The UUID version permanently marks a post that caused no notifications.
 */
export function deriveImportedPostId(author: UserId, { network, id, postedAt }: ImportedPostOrigin): PostId {
  const digest = createHash('sha256')
    .update(JSON.stringify([author, network, id]))
    .digest('hex')
  const ms = Date.parse(postedAt).toString(16).padStart(12, '0')
  const parts = [ms.slice(0, 8), ms.slice(8), `8${digest.slice(0, 3)}`, `8${digest.slice(3, 6)}`, digest.slice(6, 18)]
  return parts.join('-') as PostId
}
