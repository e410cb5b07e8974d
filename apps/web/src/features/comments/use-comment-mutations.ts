import {
  type Comment,
  deleteComment,
  editComment,
  getComment,
  pinComment,
  unpinComment,
} from '@pawtrait/contract/comments.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { updateCachedPost } from '#features/posts/post-cache.ts'
import { callOrQueue, QUEUED_CALL } from '#lib/outbox/queue-call.ts'
import { call } from '#lib/server/call.ts'
import { isEditConflict, useEditedVersion } from '#lib/use-edited-version.ts'
import { removeComment, setPinnedComment } from './comment-cache.ts'
import { cacheComments } from './comment-keys.ts'
import { restoreFocusAfterDelete, restoreFocusAfterMove } from './restore-focus.ts'

/**
 * Returns the mutation `edit` of a comment. `base` is the version that the user edited. After a conflict, `theirs` is
 * the newer version, and `accept` makes it the new `base`.
 */
export function useEditComment(start: Comment) {
  const { id } = start
  const queries = useQueryClient()
  const { base, theirs, setTheirs, accept } = useEditedVersion(start)
  const edit = useMutation({
    mutationKey: ['edit-comment', id],
    mutationFn: ({ text, seen }: { text: string; seen: Comment }) =>
      callOrQueue(
        editComment,
        { params: { id }, body: { text, seen: seen.editedAt } },
        { kind: 'edit', thing: `comment:${id}`, words: text, isState: true },
      ),
    onSuccess: (comment, { text, seen }) =>
      cacheComments(queries, [comment === QUEUED_CALL ? { ...seen, text } : comment]),
    onError: async (cause) => {
      if (!isEditConflict(cause)) return
      const newest = await call(getComment, { params: { id } }).catch(() => null)
      if (!newest || newest.gone) return
      cacheComments(queries, [newest])
      setTheirs(newest)
    },
  })
  const acceptTheirs = (newest: Comment) => {
    accept(newest)
    edit.reset()
  }
  return { edit, base, theirs, accept: acceptTheirs }
}

/** Deletes a comment. Not optimistic: the comment remains until the server responds or the outbox stores the call. */
export function useDeleteComment(comment: Comment) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['delete-comment', comment.id],
    mutationFn: () =>
      callOrQueue(
        deleteComment,
        { params: { id: comment.id } },
        { kind: 'delete', thing: `comment:${comment.id}`, words: comment.text },
      ),
    onSuccess: (answer) => {
      const restoreFocus = restoreFocusAfterDelete(comment.id)
      removeComment(queries, comment)
      if (answer !== QUEUED_CALL)
        updateCachedPost(queries, comment.postId, () => ({ commentCount: answer.commentCount }))
      restoreFocus()
    },
  })
}

/**
 * Pins a comment under the viewer's own post, or unpins it. Not optimistic. `onDone` runs even if the pin moves and
 * remounts the comment.
 */
export function usePinComment({ id, postId }: Comment, onDone: (isPinned: boolean) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['pin-comment', postId],
    mutationFn: (pinned: boolean) => call(pinned ? pinComment : unpinComment, { params: { id } }),
    onSuccess: (comment) => {
      const restoreFocus = restoreFocusAfterMove(id)
      cacheComments(queries, [comment])
      setPinnedComment(queries, postId, comment.isPinned ? id : null)
      restoreFocus()
      onDone(comment.isPinned)
    },
  })
}
