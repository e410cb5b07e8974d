import * as contract from '@pawtrait/contract/saves.ts'
import type { App } from '#platform/http/serve.ts'
import { collectPost, uncollectPost } from './collect-post.ts'
import { createCollection, deleteCollection, renameCollection } from './edit-collection.ts'
import { savePost, unsavePost } from './save-post.ts'
import { collectedPosts, ownCollection, ownCollections, savedPosts } from './view.ts'

export function saveRoutes(app: App) {
  app.serve(contract.savePost, (ctx, { params }) => savePost(ctx, params.postId))
  app.serve(contract.unsavePost, (ctx, { params }) => unsavePost(ctx, params.postId))
  app.serve(contract.getSavedPosts, (ctx, { query }) => savedPosts(ctx, query))
  app.serve(contract.listCollections, (ctx, { query }) => ownCollections(ctx, query.post))
  app.serve(contract.getCollection, (ctx, { params }) => ownCollection(ctx, params.id))
  app.serve(contract.createCollection, (ctx, { body }) => createCollection(ctx, body.name))
  app.serve(contract.renameCollection, (ctx, { params, body }) => renameCollection(ctx, params.id, body.name))
  app.serve(contract.deleteCollection, async (ctx, { params }) => {
    await deleteCollection(ctx, params.id)
    return undefined
  })
  app.serve(contract.getCollectionPosts, (ctx, { params, query }) => collectedPosts(ctx, params.id, query))
  app.serve(contract.addPostToCollection, (ctx, { params }) => collectPost(ctx, params.id, params.postId))
  app.serve(contract.removePostFromCollection, (ctx, { params }) => uncollectPost(ctx, params.id, params.postId))
}
