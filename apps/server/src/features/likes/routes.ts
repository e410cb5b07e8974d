import * as contract from '@pawtrait/contract/likes.ts'
import type { App } from '#platform/serve.ts'
import { likePost, unlikePost } from './like-post.ts'

export function likeRoutes(app: App) {
  app.serve(contract.likePost, (ctx, { params }) => likePost(ctx, params.postId))
  app.serve(contract.unlikePost, (ctx, { params }) => unlikePost(ctx, params.postId))
}
