import { editPost, type Post } from '@pawtrait/contract/posts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { useOptimisticUpdate } from '#lib/use-optimistic-update.ts'
import { postKey, postQuery, updateCachedPost } from './post-cache.ts'
import { refreshPostLists } from './post-lists.ts'

export type AudienceChange = Partial<Pick<Post, 'audience' | 'replies'>>

/** Changes the audience of the viewer's own post and who may comment. Optimistic, with rollback on an error. */
export function useChangeAudience({ id }: Pick<Post, 'id'>) {
  const queries = useQueryClient()
  return useOptimisticUpdate<Post, AudienceChange>({
    key: ['post-audience', id],
    read: () => queries.getQueryData<Post | null>(postKey(id)) ?? undefined,
    // Writes only these fields, because other cached fields may be newer than this response. Includes the photos,
    // because their URLs depend on the audience.
    write: ({ audience, replies, editedAt, photos }) =>
      updateCachedPost(queries, id, () => ({ audience, replies, editedAt, photos })),
    optimistic: (post, change) => ({ ...post, ...change }),
    send: (change) => call(editPost, { params: { id }, body: change }),
    onSettled: () => void refreshPostLists(queries),
    // Refetches the post, because the request may have succeeded although its response was lost.
    onRefused: () => void queries.invalidateQueries(postQuery(id)),
  })
}
