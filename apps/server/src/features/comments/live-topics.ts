import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Deps } from '#platform/context.ts'
import { presence } from '#platform/live/presence.ts'
import { type LeftComment, selectCommentReaders, selectFormerCommentReaders } from './reader-queries.ts'

type Told = { postId: PostId; commentId: CommentId }

/**
 * Tells of comments that came, changed and went whoever has their post open, and nobody else: most cost no statement
 * here, and the others one, for a handful of users, however many streams are open. What they may see is asked when they
 * are told.
 */
export function commentTopics({ live, database, clock }: Pick<Deps, 'live' | 'database' | 'clock'>) {
  const posts = presence<PostId>(clock)
  live.onTold('post-watched', ({ postId, userId }: { postId: PostId; userId: UserId }) => posts.enter(postId, userId))
  const tell = async (open: readonly UserId[], told: Told, message: LiveMessage) => {
    const watching = posts.among(told.postId, open)
    if (watching.length === 0) return []
    const readers = await selectCommentReaders(database, told.commentId, watching)
    return [{ to: readers.map(({ user }) => user), message }]
  }
  live.onAnnounce('comment-arrived', (open, told: Told & { authorId: UserId }) =>
    tell(open, told, { type: 'comment-arrived', ...told }),
  )
  live.onAnnounce('comment-changed', (open, told: Told) => tell(open, told, { type: 'comment-changed', ...told }))
  live.onAnnounce('comment-left', async (open, { authorId, ...left }: LeftComment) => {
    const watching = posts.among(left.postId, open)
    if (watching.length === 0) return []
    const readers = await selectFormerCommentReaders(database, { postId: left.postId, authorId }, watching)
    const message: LiveMessage = { type: 'comment-left', ...left }
    return [{ to: readers.map(({ user }) => user), message }]
  })
}
