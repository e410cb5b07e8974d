import * as contract from '@pawtrait/contract/comments.ts'
import type { App } from '#platform/http/serve.ts'
import { deleteComment } from './delete-comment.ts'
import { likeComment, unlikeComment } from './like-comment.ts'
import { pinComment, unpinComment } from './pin-comment.ts'
import { getComment, listComments } from './view.ts'
import { watchPost } from './watch-post.ts'
import { createComment, editComment, getUndeletedComment } from './write-comment.ts'

export function commentRoutes(app: App) {
  app.serve(contract.getComments, (ctx, { params, query }) => listComments(ctx, params.id, query))
  app.serve(contract.createComment, (ctx, { params, body }) => createComment(ctx, params.id, body), getUndeletedComment)
  app.serve(contract.getComment, (ctx, { params }) => getComment(ctx, params.id))
  app.serve(contract.editComment, (ctx, { params, body }) => editComment(ctx, params.id, body))
  app.serve(contract.deleteComment, (ctx, { params }) => deleteComment(ctx, params.id))
  app.serve(contract.likeComment, (ctx, { params }) => likeComment(ctx, params.id))
  app.serve(contract.unlikeComment, (ctx, { params }) => unlikeComment(ctx, params.id))
  app.serve(contract.pinComment, (ctx, { params }) => pinComment(ctx, params.id))
  app.serve(contract.unpinComment, (ctx, { params }) => unpinComment(ctx, params.id))
  app.serve(contract.watchPost, (ctx, { params }) => watchPost(ctx, params.id))
}
