import type { PostId } from '@pawtrait/contract/ids.ts'
import { deletePost } from '@pawtrait/contract/posts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { dropPost } from './post-cache.ts'
import { refreshPostLists } from './post-lists.ts'

/** Deletes several of the viewer's posts permanently. Each leaves every screen once the server has deleted it. */
export function useDeletePosts() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['delete-posts'],
    mutationFn: async (ids: readonly PostId[]) => {
      for (const id of ids) {
        await call(deletePost, { params: { id } })
        dropPost(queries, id)
      }
    },
    // Not awaited: the posts are known to be deleted.
    onSettled: () => void refreshPostLists(queries),
  })
}
