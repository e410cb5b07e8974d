import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import type { Audience } from '@pawtrait/contract/posts.ts'
import { smallImageUrl } from '#features/users/account/small-image-url.ts'
import type { Deps } from '#platform/context.ts'
import { selectFeedReaders, selectFormerReaders } from './queries.ts'

/** Sends new and removed posts to event streams. Checks visibility on delivery, one statement per post and process. */
export function feedTopics({ live, database, clock }: Pick<Deps, 'live' | 'database' | 'clock'>) {
  live.onAnnounce('post-arrived', async (connectedUsers, { postId }: { postId: PostId }) => {
    const readers = await selectFeedReaders(database, postId, connectedUsers, clock.now())
    const [first] = readers
    if (!first) return []
    const { authorId, username, fullname, imageName } = first
    const image = smallImageUrl(imageName)
    const message: LiveMessage = { type: 'post-arrived', postId, authorId, username, fullname, image }
    return [{ to: readers.map(({ user }) => user), message }]
  })
  live.onAnnounce(
    'post-left',
    async (connectedUsers, { postId, had: previousAudience }: { postId: PostId; had: Audience | null }) => {
      const readers = await selectFormerReaders(database, postId, previousAudience, connectedUsers)
      const message: LiveMessage = { type: 'post-left', postId }
      return [{ to: readers.map(({ user }) => user), message }]
    },
  )
}
