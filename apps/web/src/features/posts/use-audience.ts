import { editPost, type Post } from '@pawtrait/contract/posts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { useOptimisticUpdate } from '#lib/use-optimistic-update.ts'
import { changePost, postKey, postQuery } from './post-cache.ts'
import { refreshPostLists } from './post-lists.ts'

/** Who sees a post, who may comment, or both. */
export type AudienceChange = Partial<Pick<Post, 'audience' | 'replies'>>

/** Changes who sees one's own post and who comments; shown at once, put back when the server does not agree. */
export function useAudience({ id }: Pick<Post, 'id'>) {
  const queries = useQueryClient()
  return useOptimisticUpdate<Post, AudienceChange>({
    key: ['post-audience', id],
    read: () => queries.getQueryData<Post | null>(postKey(id)) ?? undefined,
    // Likes and comments that came meanwhile stay. Narrower, its photos have other addresses.
    write: ({ audience, replies, editedAt, photos }) =>
      changePost(queries, id, () => ({ audience, replies, editedAt, photos })),
    optimistic: (post, change) => ({ ...post, ...change }),
    send: (change) => call(editPost, { params: { id }, body: change }),
    onSettled: () => void refreshPostLists(queries),
    // The answer may be what was lost.
    onRefused: () => void queries.invalidateQueries(postQuery(id)),
  })
}
