import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { skipToken, useQuery } from '@tanstack/react-query'
import { commentKey, newestKey } from './comment-keys.ts'

/** The ids of the newest comments that the feed brought with a post, and of those written since. */
export function useNewestComments(post: PostId): CommentId[] {
  return useQuery<CommentId[]>({ queryKey: newestKey(post), queryFn: skipToken }).data ?? []
}

/** A comment that a list has brought; null once it is gone, undefined when nothing is known of it. */
export function useComment(id: CommentId): Comment | null | undefined {
  return useQuery<Comment | null>({ queryKey: commentKey(id), queryFn: skipToken }).data
}
