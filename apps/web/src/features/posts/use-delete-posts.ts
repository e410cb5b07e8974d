import type { PostId } from '@pawtrait/contract/ids.ts'
import { deletePost } from '@pawtrait/contract/posts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { dropPost } from './post-cache.ts'
import { refreshPostLists } from './post-lists.ts'

/** Deletes some of one's own posts for good; each leaves every screen once the server has deleted it. */
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
    // Nobody waits for the lists: that the posts are gone is known.
    onSettled: () => void refreshPostLists(queries),
  })
}
