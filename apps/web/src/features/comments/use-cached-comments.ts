import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { commentKey, newestCommentsKey } from './comment-keys.ts'

/** Returns the ids of the newest comments that the feed loaded with a post, and of comments created since then. */
export function useNewestComments(post: PostId): CommentId[] {
  return useQuery<CommentId[]>({ queryKey: newestCommentsKey(post), queryFn: skipToken }).data ?? []
}

/** Returns a cached comment: null if it was deleted, undefined if it is not cached. */
export function useComment(id: CommentId): Comment | null | undefined {
  return useQuery<Comment | null>({ queryKey: commentKey(id), queryFn: skipToken }).data
}
