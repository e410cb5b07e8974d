import * as contract from '@pawtrait/contract/search.ts'
import type { App } from '#platform/serve.ts'
import { explorePosts, searchFor, suggestionsFor } from './view.ts'

export function searchRoutes(app: App) {
  app.serve(contract.search, (ctx, { query }) => searchFor(ctx, query))
  app.serve(contract.explore, (ctx, { query }) => explorePosts(ctx, query))
  app.serve(contract.suggestions, (ctx) => suggestionsFor(ctx))
}
