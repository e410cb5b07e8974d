import * as contract from '@pawtrait/contract/search.ts'
import type { App } from '#platform/http/serve.ts'
import { getExplorePosts, getSpeciesPosts, getSuggestions, getTrendingTags, searchFor } from './view.ts'

export function searchRoutes(app: App) {
  app.serve(contract.search, (ctx, { query }) => searchFor(ctx, query))
  app.serve(contract.getExplorePosts, (ctx, { query }) => getExplorePosts(ctx, query))
  app.serve(contract.getTrendingTags, (ctx) => getTrendingTags(ctx))
  app.serve(contract.getSpeciesPosts, (ctx, { params, query }) => getSpeciesPosts(ctx, params.species, query))
  app.serve(contract.getSuggestions, (ctx) => getSuggestions(ctx))
}
