import type { CollectionId, PostId } from '@pawtrait/contract/ids.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { getCollection, getCollectionPosts, listCollections } from '@pawtrait/contract/saves.ts'
import { queryOptions } from '@tanstack/react-query'
import { postListQuery } from '#features/posts/post-lists.ts'
import { call as browserCall } from '#lib/server/call.ts'

/**
 * Query for the viewer's collections, sorted by name. With `post`, the field `holds` is true for collections that
 * contain that post.
 */
export const collectionsQuery = (post?: PostId, call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: ['collections', post ?? 'all'],
    queryFn: async () => (await call(listCollections, { query: post ? { post } : {} })).collections,
    refetchOnMount: 'always',
  })

export const collectionQuery = (id: CollectionId, call: ApiCall = browserCall) =>
  queryOptions({ queryKey: ['collection', id], queryFn: () => call(getCollection, { params: { id } }), staleTime: 0 })

/** Query for the posts of a collection, last added first. */
export const collectionPostsQuery = (id: CollectionId, call: ApiCall = browserCall) => ({
  ...postListQuery(['collection-posts', id], (query) => call(getCollectionPosts, { params: { id }, query })),
  refetchOnMount: 'always' as const,
})
