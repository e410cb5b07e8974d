import { type Comment, likeComment, unlikeComment } from '@pawtrait/contract/comments.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type Liked, optimisticLike } from '#features/posts/optimistic-like.ts'
import { call } from '#lib/server/call.ts'
import { useToggle } from '#lib/use-toggle.ts'
import { commentKey } from './comment-keys.ts'
import { changeComment } from './comment-lists.ts'

/** Likes a comment or takes the like back, at once on every screen. */
export function useLikeComment({ id }: Pick<Comment, 'id'>) {
  const queries = useQueryClient()
  return useToggle<Liked>({
    key: ['like-comment', id],
    read: () => queries.getQueryData<Comment | null>(commentKey(id)) ?? undefined,
    write: ({ likedByMe, likeCount }) => changeComment(queries, id, () => ({ likedByMe, likeCount })),
    optimistic: optimisticLike,
    send: (liked) => call(liked ? likeComment : unlikeComment, { params: { id } }),
  })
}
