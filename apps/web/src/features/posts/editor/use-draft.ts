import type { Post } from '@pawtrait/contract/posts.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { newPostDraft } from './new-post-draft.ts'
import { submitDraft } from './submit-draft.ts'
import { useStoredDraft } from './use-draft-store.ts'

/** Returns the tab's draft. Re-renders on every change. */
export const useDraft = () => useStoredDraft(newPostDraft)

// Invalidates the lists that may contain the new post.
const refresh = (queries: QueryClient) =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => ['feed', 'user-posts', 'pet-posts'].includes(String(queryKey[0])),
  })

/**
 * Mutation that submits the draft, even if the user leaves the page. Calls `onPosted` with null if an earlier request
 * created the post and the post has since been deleted.
 */
export function useSubmitDraft(onPosted: (post: Post | null) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['submit-draft'],
    mutationFn: submitDraft,
    onSuccess: async (posted) => {
      if (!posted) return
      await refresh(queries)
      onPosted(posted === 'already' ? null : posted)
    },
  })
}
