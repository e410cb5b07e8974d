import type { Post } from '@pawtrait/contract/posts.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { theDraft } from './draft.ts'
import { submitDraft } from './submit-draft.ts'
import { useComposed } from './use-composition.ts'

/** The draft, followed: any change draws again. */
export const useDraft = () => useComposed(theDraft)

// Lists that a new post belongs in; they are read again when next seen.
const refresh = (queries: QueryClient) =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => ['feed', 'user-posts', 'pet-posts'].includes(String(queryKey[0])),
  })

/** Sends the draft, also while one looks at other pages; then tells `onPosted`: null for a post that was up already. */
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
