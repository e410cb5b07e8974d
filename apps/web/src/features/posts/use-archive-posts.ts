import { archivePost, getArchivedPosts, type Post, unarchivePost } from '@pawtrait/contract/posts.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { updateCachedPost } from './post-cache.ts'
import { postListQuery, refreshPostLists } from './post-lists.ts'

/** Query for the viewer's archived posts, last archived first. Refetched on every mount. */
export const archivedPostsQuery = (call: ApiCall = browserCall) => ({
  ...postListQuery(['archive'], (query) => call(getArchivedPosts, { query })),
  refetchOnMount: 'always' as const,
})

/** Mutation that archives or unarchives posts. Not optimistic. */
export function useArchivePosts() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['archive-posts'],
    mutationFn: async ({ posts, archived }: { posts: readonly Pick<Post, 'id'>[]; archived: boolean }) => {
      for (const { id } of posts) {
        const state = await browserCall(archived ? archivePost : unarchivePost, { params: { id } })
        updateCachedPost(queries, id, () => ({ archivedAt: state.archivedAt, pinned: false }))
      }
    },
    // The refetch is not awaited, because the cached posts already have their new state.
    onSettled: () => void refreshPostLists(queries),
  })
}
