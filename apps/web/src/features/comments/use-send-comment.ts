import { createComment } from '@pawtrait/contract/comments.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { readUnsentText, saveUnsentText } from '#lib/forms/unsent-text.ts'
import { callOrQueue, QUEUED_CALL } from '#lib/outbox/queue-call.ts'
import { CallError, newIdempotencyKey } from '#lib/server/call.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { networkWaitOptions } from '#lib/server/query-client.ts'
import { commentKey } from './comment-keys.ts'
import { type CommentInput, useClearSentComment } from './use-reply-target.ts'

const loadShowSent = () => import('./show-sent-comment.ts')

const sending = (post: PostId) => ['send-comment', post] as const
const keyName = (post: PostId) => `comment-key:${post}`

/** Returns the stored idempotency key of this text, or a new key. A retry after a reload thus sends the same key. */
function getIdempotencyKey(post: PostId, written: CommentInput): string {
  const writtenJson = JSON.stringify(written)
  const [storedKey = '', ...rest] = readUnsentText(keyName(post)).split(' ')
  if (rest.join(' ') === writtenJson) return storedKey
  const key = newIdempotencyKey()
  saveUnsentText(keyName(post), `${key} ${writtenJson}`)
  return key
}

const isSame = (first: CommentInput, second: CommentInput) =>
  first.text === second.text && first.parentId === second.parentId

/**
 * Sends a comment. If the server does not respond, the comment waits in the outbox, and the result's `comment` is null.
 * Clears the typed text only after the server or the outbox has stored the comment. A retry creates no duplicate.
 */
export function useSendComment(post: PostId) {
  const queries = useQueryClient()
  const clearSentComment = useClearSentComment(post)
  const mutationKey = sending(post)
  return useMutation({
    mutationKey,
    ...networkWaitOptions,
    mutationFn: async (body: CommentInput) => {
      const idempotencyKey = getIdempotencyKey(post, body)
      // Before sending, loads the code that displays a sent comment. Without this code, the comment would be invisible.
      // Offline, the outbox shows the comment instead.
      const showing = await loadChunk(loadShowSent).catch(() => null)
      const comment = await callOrQueue(
        createComment,
        { params: { id: post }, body, idempotencyKey },
        { kind: 'comment', thing: `post:${post}`, words: body.text },
      )
      if (comment === QUEUED_CALL) return { comment: null, show: () => {} }
      const { showSentComment } = showing ?? (await loadChunk(loadShowSent))
      return { comment, show: () => showSentComment(queries, comment) }
    },
    onSuccess: ({ show }, sent) => {
      saveUnsentText(keyName(post), '')
      show()
      clearSentComment(sent)
    },
    onError: (error, { parentId }) => {
      const isGone = error instanceof CallError && error.code === 'not-found'
      if (isGone && parentId) queries.setQueryData(commentKey(parentId), null)
    },
  })
}

/** Returns the send state of the last comment sent under a post, even if its form was unmounted since. */
export function useCommentSendState(post: PostId, written: CommentInput) {
  const queries = useQueryClient()
  const mutationKey = sending(post)
  const last = useMutationState({
    filters: { mutationKey },
    // `variables` is the text that was sent. The user may have changed the text in the form since.
    select: ({ state: { status, isPaused, variables } }) => ({ status, isPaused, sent: variables as CommentInput }),
  }).at(-1)
  return {
    isPending: last?.status === 'pending',
    isWaiting: last?.isPaused ?? false,
    hasFailed: last?.status === 'error' && isSame(last.sent, written),
    /** Reads the mutation cache directly, because the user may press a second time before the next render. */
    isBusy: () => queries.isMutating({ mutationKey }) > 0,
  }
}
