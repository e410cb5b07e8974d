import * as contract from '@pawtrait/contract/likes.ts'
import type { App } from '#platform/http/serve.ts'
import { likePost, unlikePost } from './like-post.ts'
import { listLikedPosts, listLikers } from './view.ts'

export function likeRoutes(app: App) {
  app.serve(contract.getLikedPosts, (ctx, { query }) => listLikedPosts(ctx, query))
  app.serve(contract.getLikers, (ctx, { params, query }) => listLikers(ctx, params.postId, query))
  app.serve(contract.likePost, (ctx, { params }) => likePost(ctx, params.postId))
  app.serve(contract.unlikePost, (ctx, { params }) => unlikePost(ctx, params.postId))
}
