import { createComment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { CallError, call, newKey } from '#lib/call.ts'
import { loadChunk } from '#lib/load-chunk.ts'
import { waitsForNetwork } from '#lib/queries.ts'
import { commentKey } from './comment-keys.ts'
import { useForgetComment } from './use-reply-to.ts'

type Written = { text: string; parentId: CommentId | null }

/**
 * Sends a comment. What was typed is forgotten only once the server has it; a repeat creates nothing twice. Without a
 * network it waits for it.
 */
export function useSendComment(post: PostId) {
  const queries = useQueryClient()
  const forget = useForgetComment(post)
  const attempt = useRef({ written: '', key: '' })
  return useMutation({
    mutationKey: ['send-comment', post],
    ...waitsForNetwork,
    mutationFn: async (body: Written) => {
      const written = JSON.stringify(body)
      if (attempt.current.written !== written) attempt.current = { written, key: newKey() }
      const idempotencyKey = attempt.current.key
      // Before it is sent: what shows it must be there once the server has it.
      const { showSent } = await loadChunk(() => import('./show-sent.ts'))
      const comment = await call(createComment, { params: { id: post }, body, idempotencyKey })
      return { comment, show: () => showSent(queries, comment) }
    },
    onSuccess: ({ show }, { text }) => {
      attempt.current = { written: '', key: '' }
      show()
      forget(text)
    },
    onError: (error, { parentId }) => {
      const isGone = error instanceof CallError && error.code === 'not-found'
      if (isGone && parentId) queries.setQueryData(commentKey(parentId), null)
    },
  })
}
