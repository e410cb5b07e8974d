import { type Comment, deleteComment, editComment, pinComment, unpinComment } from '@pawtrait/contract/comments.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changePost } from '#features/posts/post-cache.ts'
import { call } from '#lib/server/call.ts'
import { movePinned, removeComment } from './comment-cache.ts'
import { cacheComments } from './comment-keys.ts'
import { restoreFocusAfterDelete, restoreFocusAfterMove } from './restore-focus.ts'

export function useEditComment({ id }: Comment) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['edit-comment', id],
    mutationFn: (text: string) => call(editComment, { params: { id }, body: { text } }),
    onSuccess: (comment) => cacheComments(queries, [comment]),
  })
}

/** Deletes a comment. Not optimistic: the comment remains on screen until the response. */
export function useDeleteComment(comment: Comment) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['delete-comment', comment.id],
    mutationFn: () => call(deleteComment, { params: { id: comment.id } }),
    onSuccess: ({ commentCount }) => {
      const restoreFocus = restoreFocusAfterDelete(comment.id)
      removeComment(queries, comment)
      changePost(queries, comment.postId, () => ({ commentCount }))
      restoreFocus()
    },
  })
}

/**
 * Pins a comment under the viewer's own post, or unpins it. Not optimistic.
 * `onDone` also runs when the comment was moved and remounted.
 */
export function usePinComment({ id, postId }: Comment, onDone: (isPinned: boolean) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['pin-comment', postId],
    mutationFn: (pinned: boolean) => call(pinned ? pinComment : unpinComment, { params: { id } }),
    onSuccess: (comment) => {
      const restoreFocus = restoreFocusAfterMove(id)
      cacheComments(queries, [comment])
      movePinned(queries, postId, comment.isPinned ? id : null)
      restoreFocus()
      onDone(comment.isPinned)
    },
  })
}
