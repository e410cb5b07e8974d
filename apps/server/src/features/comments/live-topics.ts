import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Deps } from '#platform/context.ts'
import { createPresence } from '#platform/live/presence.ts'
import { type DeletedComment, selectCommentReaders, selectFormerCommentReaders } from './reader-queries.ts'

type CommentNotice = { postId: PostId; commentId: CommentId }

/** Sends comment changes to users with the post open. On delivery, a process checks visibility in one query at most. */
export function commentTopics({ live, database, clock }: Pick<Deps, 'live' | 'database' | 'clock'>) {
  const posts = createPresence<PostId>(clock)
  live.onBroadcast('post-watched', ({ postId, userId }: { postId: PostId; userId: UserId }) =>
    posts.enter(postId, userId),
  )
  const sendToWatchers = async (open: readonly UserId[], notice: CommentNotice, message: LiveMessage) => {
    const watching = posts.among(notice.postId, open)
    if (watching.length === 0) return []
    const readers = await selectCommentReaders(database, notice.commentId, watching)
    return [{ to: readers.map(({ user }) => user), message }]
  }
  live.onAnnounce('comment-arrived', (open, notice: CommentNotice & { authorId: UserId }) =>
    sendToWatchers(open, notice, { type: 'comment-arrived', ...notice }),
  )
  live.onAnnounce('comment-changed', (open, notice: CommentNotice) =>
    sendToWatchers(open, notice, { type: 'comment-changed', ...notice }),
  )
  live.onAnnounce('comment-left', async (open, { authorId, ...left }: DeletedComment) => {
    const watching = posts.among(left.postId, open)
    if (watching.length === 0) return []
    const readers = await selectFormerCommentReaders(database, { postId: left.postId, authorId }, watching)
    const message: LiveMessage = { type: 'comment-left', ...left }
    return [{ to: readers.map(({ user }) => user), message }]
  })
}
