import * as contract from '@pawtrait/contract/saves.ts'
import type { App } from '#platform/serve.ts'
import { savePost, unsavePost } from './save-post.ts'
import { savedPosts } from './view.ts'

export function saveRoutes(app: App) {
  app.serve(contract.savePost, (ctx, { params }) => savePost(ctx, params.postId))
  app.serve(contract.unsavePost, (ctx, { params }) => unsavePost(ctx, params.postId))
  app.serve(contract.getSaves, (ctx, { query }) => savedPosts(ctx, query))
}
