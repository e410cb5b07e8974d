import { likePost, unlikePost } from '@pawtrait/contract/likes.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { applyLike, type LikeState, pickLikeState } from '#features/posts/like-state.ts'
import { getOutboxPostFields, postKey, postMutationKey, updateCachedPost } from '#features/posts/post-cache.ts'
import { callOrQueue } from '#lib/outbox/queue-call.ts'
import { useOptimisticToggle } from '#lib/use-optimistic-toggle.ts'

/** Likes or unlikes a post, optimistically on every screen. */
export function useLike({ id }: Pick<Post, 'id'>) {
  const queries = useQueryClient()
  return useOptimisticToggle<LikeState>({
    key: postMutationKey(id, 'like'),
    read: () => queries.getQueryData<Post | null>(postKey(id)) ?? undefined,
    write: ({ likedByMe, likeCount }) => updateCachedPost(queries, id, () => ({ likedByMe, likeCount })),
    optimistic: applyLike,
    send: (liked, before) =>
      callOrQueue(
        liked ? likePost : unlikePost,
        { params: { postId: id } },
        { kind: 'like', ...getOutboxPostFields(queries, id), isState: true, before: before && pickLikeState(before) },
      ),
    waits: true,
  })
}
