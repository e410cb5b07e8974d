import * as contract from '@pawtrait/contract/drafts.ts'
import type { App } from '#platform/http/serve.ts'
import { getDraft, listDrafts } from './view.ts'
import { createDraft, deleteDraft, replaceDraft } from './write-draft.ts'

export function draftRoutes(app: App) {
  app.serve(contract.listDrafts, (ctx) => listDrafts(ctx))
  app.serve(contract.getDraft, (ctx, { params }) => getDraft(ctx, params.id))
  app.serve(contract.createDraft, (ctx, { body }) => createDraft(ctx, body), getDraft)
  app.serve(contract.replaceDraft, (ctx, { params, body }) => replaceDraft(ctx, params.id, body))
  app.serve(contract.deleteDraft, async (ctx, { params }) => {
    await deleteDraft(ctx, params.id)
    return undefined
  })
}
