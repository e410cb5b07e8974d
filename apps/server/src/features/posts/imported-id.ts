import { createHash } from 'node:crypto'
import type { Network, Origin } from '@pawtrait/contract/archives.ts'
import type { PostId, UserId } from '@pawtrait/contract/ids.ts'

/** `pawtrait`: here, or on another instance. */
type PostedBefore = Omit<Origin, 'network'> & { network: Network | 'pawtrait' }

/**
 * The id of a post that was posted elsewhere before. A UUIDv8 (RFC 9562 §5.8): its time as in all our ids, then what
 * names the author and the post there. So the same post has the same id however often it comes, lists order it by its
 * own date, and the version tells for good that it was never news here.
 */
export function importedId(author: UserId, { network, id, postedAt }: PostedBefore): PostId {
  const named = createHash('sha256')
    .update(JSON.stringify([author, network, id]))
    .digest('hex')
  const ms = Date.parse(postedAt).toString(16).padStart(12, '0')
  const parts = [ms.slice(0, 8), ms.slice(8), `8${named.slice(0, 3)}`, `8${named.slice(3, 6)}`, named.slice(6, 18)]
  // The brand says what the id names; only its maker knows.
  return parts.join('-') as PostId
}
