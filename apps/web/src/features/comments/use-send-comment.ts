import { createComment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { CallError, call, newKey } from '#lib/call.ts'
import { addComment, commentKey } from './comment-cache.ts'
import { useForgetComment } from './use-reply-to.ts'

type Written = { text: string; parentId: CommentId | null }

/** Sends a comment. What was typed is forgotten only once the server has it; a repeat creates nothing twice. */
export function useSendComment(post: PostId) {
  const queries = useQueryClient()
  const forget = useForgetComment(post)
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
      forget()
    },
    onError: (error, { parentId }) => {
      const isGone = error instanceof CallError && error.code === 'not-found'
      if (isGone && parentId) queries.setQueryData(commentKey(parentId), null)
    },
  })
}
