import type { Post } from '@pawtrait/contract/posts.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { followDraft, readDraft } from './draft.ts'
import { submitDraft } from './submit-draft.ts'

/** The draft, followed: any change draws again. */
export const useDraft = () => useSyncExternalStore(followDraft, readDraft, readDraft)

// Lists that a new post belongs in; they are read again when next seen.
const refresh = (queries: QueryClient) =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => ['feed', 'user-posts', 'pet-posts'].includes(String(queryKey[0])),
  })

/** Sends the draft; goes on while one looks at other pages, and then tells `onPosted`. */
export function useSubmitDraft(onPosted: (post: Post) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['submit-draft'],
    mutationFn: submitDraft,
    onSuccess: async (post) => {
      if (!post) return
      await refresh(queries)
      onPosted(post)
    },
  })
}
