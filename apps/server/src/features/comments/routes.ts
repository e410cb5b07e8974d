import * as contract from '@pawtrait/contract/comments.ts'
import type { App } from '#platform/serve.ts'
import { deleteComment } from './delete-comment.ts'
import { commentsOfPost } from './view.ts'
import { createComment, editComment } from './write-comment.ts'

export function commentRoutes(app: App) {
  app.serve(contract.getComments, (ctx, { params, query }) => commentsOfPost(ctx, params.id, query))
  app.serve(contract.createComment, (ctx, { params, body }) => createComment(ctx, params.id, body))
  app.serve(contract.editComment, (ctx, { params, body }) => editComment(ctx, params.id, body.text))
  app.serve(contract.deleteComment, (ctx, { params }) => deleteComment(ctx, params.id))
}
