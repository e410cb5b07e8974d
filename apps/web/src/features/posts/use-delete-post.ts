import { deletePost, type Post } from '@pawtrait/contract/posts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/call.ts'
import { nextPost } from './next-post.ts'
import { dropPost } from './post-cache.ts'

/**
 * Deletes one's own post; it leaves every screen once the server has deleted it, then `onDeleted` is told,
 * and what comes next in the list.
 */
export function useDeletePost(post: Pick<Post, 'id'>, onDeleted: (next: ReturnType<typeof nextPost>) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['delete-post', post.id],
    mutationFn: () => call(deletePost, { params: { id: post.id } }),
    onMutate: nextPost,
    onSuccess: (_answer, _variables, next) => {
      dropPost(queries, post.id)
      onDeleted(next)
    },
  })
}
