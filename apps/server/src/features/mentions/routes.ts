import * as contract from '@pawtrait/contract/mention-suggestions.ts'
import type { App } from '#platform/http/serve.ts'
import { suggestMentions } from './view.ts'

export function mentionRoutes(app: App) {
  app.serve(contract.suggestMentions, (ctx, { query }) => suggestMentions(ctx, query))
}
