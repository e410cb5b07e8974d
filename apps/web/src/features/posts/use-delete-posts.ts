import type { PostId } from '@pawtrait/contract/ids.ts'
import { deletePost, type Post } from '@pawtrait/contract/posts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { callOrQueue } from '#lib/outbox/queue-call.ts'
import { markPostDeleted, postKey } from './post-cache.ts'
import { refreshPostLists } from './post-lists.ts'

/** Mutation that permanently deletes posts of the viewer, one request each. Not optimistic. */
export function useDeletePosts() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['delete-posts'],
    mutationFn: async (ids: readonly PostId[]) => {
      for (const id of ids) {
        const caption = queries.getQueryData<Post | null>(postKey(id))?.caption ?? ''
        await callOrQueue(deletePost, { params: { id } }, { kind: 'delete', thing: `post:${id}`, words: caption })
        markPostDeleted(queries, id)
      }
    },
    // The refetch is not awaited, because the cache already marks the posts as deleted.
    onSettled: () => void refreshPostLists(queries),
  })
}
