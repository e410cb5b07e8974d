import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Clock } from '#platform/clock.ts'
import type { Deps } from '#platform/context.ts'
import { selectCommentReaders } from './change-rows.sql.ts'

const WATCH_MS = 10 * 60_000
const SWEEP_MS = 60_000

/** Who has which post open. Kept in memory alone: a server that starts again tells its streams to say it anew. */
function openPosts(clock: Clock) {
  const watched = new Map<PostId, Map<UserId, number>>()
  let sweptAt = 0
  const now = () => clock.now().getTime()
  const sweep = () => {
    if (now() - sweptAt < SWEEP_MS) return
    sweptAt = now()
    for (const [post, users] of watched) {
      for (const [user, until] of users) if (until <= now()) users.delete(user)
      if (users.size === 0) watched.delete(post)
    }
  }
  return {
    watch: (post: PostId, user: UserId) => {
      sweep()
      const users = watched.get(post) ?? new Map<UserId, number>()
      watched.set(post, users.set(user, now() + WATCH_MS))
    },
    /** Of these users, those who have the post open. */
    watching: (post: PostId, among: readonly UserId[]) =>
      among.filter((user) => (watched.get(post)?.get(user) ?? 0) > now()),
  }
}

type Arrived = { postId: PostId; commentId: CommentId; authorId: UserId }

/**
 * Tells of a new comment whoever has its post open, and nobody else: most comments cost no statement here, and the
 * others one, for a handful of users, however many streams are open. What they may see is asked when they are told.
 */
export function commentEvents({ live, database, clock }: Pick<Deps, 'live' | 'database' | 'clock'>) {
  const posts = openPosts(clock)
  live.onTold('post-watched', ({ postId, userId }: { postId: PostId; userId: UserId }) => posts.watch(postId, userId))
  live.onAnnounce('comment-arrived', async (open, { postId, commentId, authorId }: Arrived) => {
    const watching = posts.watching(postId, open)
    if (watching.length === 0) return []
    const readers = await selectCommentReaders(database, commentId, watching)
    const message: LiveMessage = { type: 'comment-arrived', postId, commentId, authorId }
    return [{ to: readers.map(({ user }) => user), message }]
  })
}
