import type { CollectionId, PostId } from '@pawtrait/contract/ids.ts'
import {
  addPostToCollection,
  createCollection,
  deleteCollection,
  removePostFromCollection,
  renameCollection,
} from '@pawtrait/contract/saves.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { changePost } from '#features/posts/post-cache.ts'
import { call } from '#lib/server/call.ts'
import { failedMutationNames, useFailedMutations } from '#lib/server/failed-mutations.ts'
import { collectionsQuery } from './collection-cache.ts'

const shelves = new Set(['collections', 'collection', 'collection-posts', 'saves'])

const refresh = (queries: QueryClient) =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => shelves.has(String(queryKey[0])) })

/** Creates a collection, or renames one (`id`). */
export function useNameCollection(id: CollectionId | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['name-collection', id],
    mutationFn: (name: string) =>
      id ? call(renameCollection, { params: { id }, body: { name } }) : call(createCollection, { body: { name } }),
    onSuccess: () => refresh(queries),
  })
}

/** Deletes a collection; its posts stay saved. */
export function useDeleteCollection(id: CollectionId) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['delete-collection', id],
    mutationFn: () => call(deleteCollection, { params: { id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['collections'] }),
  })
}

export type CollectionTick = { id: CollectionId; name: string; holds: boolean }

const ticksOf = (postId: PostId) => ['collect', postId]

/** Returns the names of collections whose last tick the server refused. */
export const useFailedCollections = (postId: PostId): string[] => useFailedMutations(ticksOf(postId))

/**
 * Adds a post to a collection, which also saves it, or removes it. Optimistic. `onFailed` runs after each refusal with
 * the names of all refused collections, even after the dialog was closed.
 */
export function useCollect(postId: PostId, onFailed: (names: string[]) => void) {
  const queries = useQueryClient()
  const { queryKey } = collectionsQuery(postId)
  const mutationKey = ticksOf(postId)
  const show = (id: CollectionId, holds: boolean) =>
    queries.setQueryData(queryKey, (all) =>
      all?.map((collection) => (collection.id === id ? { ...collection, holds } : collection)),
    )
  return useMutation({
    mutationKey,
    scope: { id: `collect:${postId}` },
    mutationFn: ({ id, holds }: CollectionTick) =>
      call(holds ? addPostToCollection : removePostFromCollection, { params: { id, postId } }),
    onMutate: async ({ id, holds }) => {
      // A pending response is older than this tick.
      await queries.cancelQueries({ queryKey, exact: true })
      show(id, holds)
    },
    onSuccess: (_, { holds }) => holds && changePost(queries, postId, () => ({ savedByMe: true })),
    onError: (_, tick) => {
      show(tick.id, !tick.holds)
      onFailed([...new Set([...failedMutationNames(queries, mutationKey), tick.name])])
    },
    // While another tick is pending, the server's list lacks it.
    onSettled: () => (queries.isMutating({ mutationKey }) === 1 ? refresh(queries) : undefined),
  })
}
