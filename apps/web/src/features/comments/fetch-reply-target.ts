import { type Comment, getComment } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import { CallError, call } from '#lib/server/call.ts'

/** Returns the comment that an unsent reply answers; null if it was deleted. */
export async function fetchReplyTarget(id: CommentId): Promise<Comment | null> {
  try {
    return await call(getComment, { params: { id } })
  } catch (error) {
    if (error instanceof CallError && error.code === 'not-found') return null
    throw error
  }
}
