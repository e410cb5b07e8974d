import type { PostId } from '@pawtrait/contract/ids.ts'
import { archivePost, deletePost, getArchive, type Post, unarchivePost } from '@pawtrait/contract/posts.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/call.ts'
import { changePost, dropPost } from './post-cache.ts'
import { postList } from './post-lists.ts'

/** One's own posts that are off the wall, last taken off first; read anew each time it is looked at. */
export const archiveQuery = (call: Call = browserCall) => ({
  ...postList(['archive'], (query) => call(getArchive, { query })),
  refetchOnMount: 'always' as const,
})

const counted = new Set(['archive', 'user-posts', 'pet-posts', 'tag-posts', 'profile', 'pet', 'user-pets'])

const refresh = (queries: QueryClient) =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => counted.has(String(queryKey[0])) })

/** Archives posts, or publishes them again; on every screen once the server has done it. */
export function useArchive() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['archive-posts'],
    mutationFn: async ({ posts, archived }: { posts: readonly Pick<Post, 'id'>[]; archived: boolean }) => {
      for (const { id } of posts) {
        const state = await browserCall(archived ? archivePost : unarchivePost, { params: { id } })
        changePost(queries, id, () => ({ archivedAt: state.archivedAt, pinned: false }))
      }
    },
    onSettled: () => refresh(queries),
  })
}

/** Deletes several of one's own posts for good. */
export function useDeletePosts() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['delete-posts'],
    mutationFn: async (ids: readonly PostId[]) => {
      for (const id of ids) {
        await browserCall(deletePost, { params: { id } })
        dropPost(queries, id)
      }
    },
    onSettled: () => refresh(queries),
  })
}
