import type { Post } from '@pawtrait/contract/posts.ts'
import { savePost, unsavePost } from '@pawtrait/contract/saves.ts'
import { useQueryClient } from '@tanstack/react-query'
import { changePost, postKey, postMutationKey } from '#features/posts/post-cache.ts'
import { call } from '#lib/server/call.ts'
import { useOptimisticToggle } from '#lib/use-optimistic-toggle.ts'

type Saved = Pick<Post, 'savedByMe'>

/** Saves or unsaves a post, optimistically on every screen. */
export function useSavePost({ id }: Pick<Post, 'id'>) {
  const queries = useQueryClient()
  return useOptimisticToggle<Saved>({
    key: postMutationKey(id, 'save'),
    read: () => queries.getQueryData<Post | null>(postKey(id)) ?? undefined,
    write: ({ savedByMe }) => changePost(queries, id, () => ({ savedByMe })),
    optimistic: (_, saved) => ({ savedByMe: saved }),
    send: (saved) => call(saved ? savePost : unsavePost, { params: { postId: id } }),
    waits: true,
    onSettled: () => void queries.invalidateQueries({ queryKey: ['saves'] }),
  })
}
