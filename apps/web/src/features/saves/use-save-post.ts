import type { Post } from '@pawtrait/contract/posts.ts'
import { savePost, unsavePost } from '@pawtrait/contract/saves.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getOutboxPostFields, postKey, postMutationKey, updateCachedPost } from '#features/posts/post-cache.ts'
import { callOrQueue } from '#lib/outbox/queue-call.ts'
import { useOptimisticToggle } from '#lib/use-optimistic-toggle.ts'

type Saved = Pick<Post, 'savedByMe'>

/** Refetches the list of saved posts. */
export const refetchSavedPosts = (queries: QueryClient) => void queries.invalidateQueries({ queryKey: ['saves'] })

/** Saves or unsaves a post. The optimistic update appears on every screen. */
export function useSavePost({ id }: Pick<Post, 'id'>) {
  const queries = useQueryClient()
  return useOptimisticToggle<Saved>({
    key: postMutationKey(id, 'save'),
    read: () => queries.getQueryData<Post | null>(postKey(id)) ?? undefined,
    write: ({ savedByMe }) => updateCachedPost(queries, id, () => ({ savedByMe })),
    optimistic: (_, saved) => ({ savedByMe: saved }),
    send: (saved, before) =>
      callOrQueue(
        saved ? savePost : unsavePost,
        { params: { postId: id } },
        {
          ...{ kind: 'save', ...getOutboxPostFields(queries, id), isState: true },
          before: before && { savedByMe: before.savedByMe },
        },
      ),
    waits: true,
    onSettled: () => refetchSavedPosts(queries),
  })
}
