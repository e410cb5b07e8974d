import type { CollectionId } from '@pawtrait/contract/ids.ts'
import { type Collection, MAX_COLLECTIONS } from '@pawtrait/contract/saves.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import * as rows from './queries.ts'
import { collectionNotFoundProblem, getCollection } from './view.ts'

const nameTakenProblem = () => fieldProblem('name', 'taken', 'You already have a collection with this name.')

/** Adds a collection. @throws Problem 'validation-failed' (taken name), 'conflict' (over 100), 'too-many-requests' */
export async function createCollection(ctx: UserContext, name: string): Promise<Collection> {
  await enforceRateLimit(ctx, 'collecting')
  const id = newId<CollectionId>(ctx.now)
  await ctx.transaction(async (tx) => {
    await rows.lockSavesOf(tx.db, ctx.viewer)
    if ((await rows.countCollections(tx.db, ctx.viewer)) >= MAX_COLLECTIONS)
      throw new Problem('conflict', `You have ${MAX_COLLECTIONS} collections. Delete one first.`)
    if (!(await rows.insertCollection(tx.db, id, ctx.viewer, name, ctx.now))) throw nameTakenProblem()
  })
  return getCollection(ctx, id)
}

/** Renames a collection. @throws Problem 'not-found'; 'validation-failed' for a taken name; 'too-many-requests' */
export async function renameCollection(ctx: UserContext, id: CollectionId, name: string): Promise<Collection> {
  await enforceRateLimit(ctx, 'collecting')
  await ctx.transaction(async (tx) => {
    await rows.lockSavesOf(tx.db, ctx.viewer)
    if (!(await rows.lockCollection(tx.db, ctx.viewer, id))) throw collectionNotFoundProblem()
    if (await rows.isCollectionNameTaken(tx.db, ctx.viewer, id, name)) throw nameTakenProblem()
    await rows.updateCollection(tx.db, id, name)
  })
  return getCollection(ctx, id)
}

/** Deletes a collection; its posts remain saved. @throws Problem 'not-found' for another user's collection */
export async function deleteCollection(ctx: UserContext, id: CollectionId): Promise<void> {
  if (!(await rows.deleteCollection(ctx.db, ctx.viewer, id))) throw collectionNotFoundProblem()
}
