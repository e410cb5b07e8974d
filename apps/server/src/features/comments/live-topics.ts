import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Deps } from '#platform/context.ts'
import { createPresence } from '#platform/live/presence.ts'
import { type DeletedComment, selectCommentReaders, selectFormerCommentReaders } from './reader-queries.ts'

type CommentNotice = { postId: PostId; commentId: CommentId }

/**
 * Sends comment changes to users who have the post open. Each process runs at most one query per change, to check which
 * of its connected users may see the comment.
 */
export function commentTopics({ live, database, clock }: Pick<Deps, 'live' | 'database' | 'clock'>) {
  const posts = createPresence<PostId>(clock)
  live.onBroadcast('post-watched', ({ postId, userId }: { postId: PostId; userId: UserId }) =>
    posts.enter(postId, userId),
  )
  const sendToWatchers = async (connectedUsers: readonly UserId[], notice: CommentNotice, message: LiveMessage) => {
    const watchers = posts.among(notice.postId, connectedUsers)
    if (watchers.length === 0) return []
    const readers = await selectCommentReaders(database, notice.commentId, watchers)
    return [{ to: readers.map(({ user }) => user), message }]
  }
  live.onAnnounce('comment-arrived', (connectedUsers, notice: CommentNotice & { authorId: UserId }) =>
    sendToWatchers(connectedUsers, notice, { type: 'comment-arrived', ...notice }),
  )
  live.onAnnounce('comment-changed', (connectedUsers, notice: CommentNotice) =>
    sendToWatchers(connectedUsers, notice, { type: 'comment-changed', ...notice }),
  )
  live.onAnnounce('comment-left', async (connectedUsers, { authorId, ...deletedComment }: DeletedComment) => {
    const watchers = posts.among(deletedComment.postId, connectedUsers)
    if (watchers.length === 0) return []
    const readers = await selectFormerCommentReaders(database, { postId: deletedComment.postId, authorId }, watchers)
    const message: LiveMessage = { type: 'comment-left', ...deletedComment }
    return [{ to: readers.map(({ user }) => user), message }]
  })
}
