import * as contract from '@pawtrait/contract/saves.ts'
import type { App } from '#platform/http/serve.ts'
import { addPostToCollection, removePostFromCollection } from './collection-posts.ts'
import { createCollection, deleteCollection, renameCollection } from './edit-collection.ts'
import { savePost, unsavePost } from './save-post.ts'
import { getCollection, getCollectionPosts, getSavedPosts, listCollections } from './view.ts'

export function saveRoutes(app: App) {
  app.serve(contract.savePost, (ctx, { params }) => savePost(ctx, params.postId))
  app.serve(contract.unsavePost, (ctx, { params }) => unsavePost(ctx, params.postId))
  app.serve(contract.getSavedPosts, (ctx, { query }) => getSavedPosts(ctx, query))
  app.serve(contract.listCollections, (ctx, { query }) => listCollections(ctx, query.post))
  app.serve(contract.getCollection, (ctx, { params }) => getCollection(ctx, params.id))
  app.serve(contract.createCollection, (ctx, { body }) => createCollection(ctx, body.name), getCollection)
  app.serve(contract.renameCollection, (ctx, { params, body }) => renameCollection(ctx, params.id, body.name))
  app.serve(contract.deleteCollection, async (ctx, { params }) => {
    await deleteCollection(ctx, params.id)
    return undefined
  })
  app.serve(contract.getCollectionPosts, (ctx, { params, query }) => getCollectionPosts(ctx, params.id, query))
  app.serve(contract.addPostToCollection, (ctx, { params }) => addPostToCollection(ctx, params.id, params.postId))
  app.serve(contract.removePostFromCollection, (ctx, { params }) =>
    removePostFromCollection(ctx, params.id, params.postId),
  )
}
