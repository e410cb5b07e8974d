import type { Post } from '@pawtrait/contract/posts.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { newPostDraft } from './draft.ts'
import { submitDraft } from './submit-draft.ts'
import { useCompositionDraft } from './use-composition.ts'

/** Subscribes to the tab's draft: every change re-renders. */
export const useDraft = () => useCompositionDraft(newPostDraft)

// Lists that may contain the new post; refetched when next shown.
const refresh = (queries: QueryClient) =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => ['feed', 'user-posts', 'pet-posts'].includes(String(queryKey[0])),
  })

/**
 * Submits the draft; continues after a page change. Then calls `onPosted`, with null for a post that already existed.
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
