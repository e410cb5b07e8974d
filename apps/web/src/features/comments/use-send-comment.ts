import { createComment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call, newKey } from '#lib/call.ts'
import { useHalfWritten } from '#lib/use-half-written.ts'
import { addComment } from './comment-cache.ts'

/** What stands in the comment field of a post; it outlives leaving the page, and loading it again. */
export const useCommentDraft = (post: PostId) => useHalfWritten(`comment:${post}`)

type Written = { text: string; parentId: CommentId | null }

/** Sends a comment. What was typed is forgotten only once the server has it; a repeat creates nothing twice. */
export function useSendComment(post: PostId) {
  const queries = useQueryClient()
  const [, forget] = useCommentDraft(post)
  const attempt = useRef({ written: '', key: '' })
  return useMutation({
    mutationKey: ['send-comment', post],
    mutationFn: (body: Written) => {
      const written = JSON.stringify(body)
      if (attempt.current.written !== written) attempt.current = { written, key: newKey() }
      return call(createComment, { params: { id: post }, body, idempotencyKey: attempt.current.key })
    },
    onSuccess: (comment) => {
      attempt.current = { written: '', key: '' }
      addComment(queries, comment)
      forget('')
    },
  })
}
