import { likePost, unlikePost } from '@pawtrait/contract/likes.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { applyLike, type LikeState } from '#features/posts/like-state.ts'
import { changePost, postKey, postMutationKey } from '#features/posts/post-cache.ts'
import { call } from '#lib/server/call.ts'
import { useOptimisticToggle } from '#lib/use-optimistic-toggle.ts'

/** Likes or unlikes a post, optimistically on every screen. */
export function useLike({ id }: Pick<Post, 'id'>) {
  const queries = useQueryClient()
  return useOptimisticToggle<LikeState>({
    key: postMutationKey(id, 'like'),
    read: () => queries.getQueryData<Post | null>(postKey(id)) ?? undefined,
    write: ({ likedByMe, likeCount }) => changePost(queries, id, () => ({ likedByMe, likeCount })),
    optimistic: applyLike,
    send: (liked) => call(liked ? likePost : unlikePost, { params: { postId: id } }),
    waits: true,
  })
}
