import { deletePost, editPost, type Post, type PostChange } from '@pawtrait/contract/posts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/call.ts'
import { dropPost, keepPosts } from './post-cache.ts'

/** Changes words, pets, place or audience of one's own post. Shown once the server has it. */
export function useEditPost(post: Pick<Post, 'id'>) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['edit-post', post.id],
    mutationFn: (change: PostChange) => call(editPost, { params: { id: post.id }, body: change }),
    onSuccess: (changed) => keepPosts(queries, [changed]),
  })
}

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
