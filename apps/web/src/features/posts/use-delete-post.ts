import { deletePost, type Post } from '@pawtrait/contract/posts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/call.ts'
import { dropPost } from './post-cache.ts'

/** Deletes one's own post; it leaves every screen once the server has deleted it, then `onDeleted` is told. */
export function useDeletePost(post: Pick<Post, 'id'>, onDeleted: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['delete-post', post.id],
    mutationFn: () => call(deletePost, { params: { id: post.id } }),
    onSuccess: () => {
      dropPost(queries, post.id)
      onDeleted()
    },
  })
}
