import type { CollectionId, PostId } from '@pawtrait/contract/ids.ts'
import {
  addPostToCollection,
  createCollection,
  deleteCollection,
  removePostFromCollection,
  renameCollection,
} from '@pawtrait/contract/saves.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { updateCachedPost } from '#features/posts/post-cache.ts'
import { call } from '#lib/server/call.ts'
import { listFailedItemNames, useFailedMutations } from '#lib/server/failed-mutations.ts'
import { collectionsQuery } from './collection-cache.ts'

const shelves = new Set(['collections', 'collection', 'collection-posts', 'saves'])

const refresh = (queries: QueryClient) =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => shelves.has(String(queryKey[0])) })

/** Mutation that renames the collection `id`. Creates a collection if `id` is null. */
export function useCreateOrRenameCollection(id: CollectionId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['name-collection', id],
    mutationFn: (name: string) =>
      id ? call(renameCollection, { params: { id }, body: { name } }) : call(createCollection, { body: { name } }),
    onSuccess: () => refresh(queries),
  })
}

/** Mutation that deletes a collection. The posts of the collection stay saved. */
export function useDeleteCollection(id: CollectionId) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['delete-collection', id],
    mutationFn: () => call(deleteCollection, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['collections'] }),
  })
}

export type CollectionChange = { id: CollectionId; name: string; holds: boolean }

const getCollectMutationKey = (postId: PostId) => ['collect', postId]

/** Returns the names of collections for which the server refused the last change. */
export const useFailedCollections = (postId: PostId): string[] => useFailedMutations(getCollectMutationKey(postId))

/**
 * Optimistic mutation that adds a post to a collection or removes it. Adding also saves the post. After each failure,
 * calls `onFailed` with the names of all collections for which the last change failed. The dialog may be closed by
 * then.
 */
export function useSetPostInCollection(postId: PostId, onFailed: (names: string[]) => void) {
  const queries = useQueryClient()
  const { queryKey } = collectionsQuery(postId)
  const mutationKey = getCollectMutationKey(postId)
  const cacheHolds = (id: CollectionId, holds: boolean) =>
    queries.setQueryData(queryKey, (all) =>
      all?.map((collection) => (collection.id === id ? { ...collection, holds } : collection)),
    )
  return useMutation({
    mutationKey,
    scope: { id: `collect:${postId}` },
    mutationFn: ({ id, holds }: CollectionChange) =>
      call(holds ? addPostToCollection : removePostFromCollection, { params: { id, postId } }),
    onMutate: async ({ id, holds }) => {
      // Cancels a pending fetch, because its response would lack this change.
      await queries.cancelQueries({ queryKey, exact: true })
      cacheHolds(id, holds)
    },
    onSuccess: (_, { holds }) => holds && updateCachedPost(queries, postId, () => ({ savedByMe: true })),
    onError: (_, tick) => {
      cacheHolds(tick.id, !tick.holds)
      onFailed([...new Set([...listFailedItemNames(queries, mutationKey), tick.name])])
    },
    // Refetches only after the last pending change. Before that, the server's list lacks some of the changes.
    onSettled: () => (queries.isMutating({ mutationKey }) === 1 ? refresh(queries) : undefined),
  })
}
