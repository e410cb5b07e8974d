import * as contract from '@pawtrait/contract/search.ts'
import type { App } from '#platform/http/serve.ts'
import { explorePosts, postsOfSpecies, searchFor, suggestionsFor, trendingTags } from './view.ts'

export function searchRoutes(app: App) {
  app.serve(contract.search, (ctx, { query }) => searchFor(ctx, query))
  app.serve(contract.getExplorePosts, (ctx, { query }) => explorePosts(ctx, query))
  app.serve(contract.getTrendingTags, (ctx) => trendingTags(ctx))
  app.serve(contract.getSpeciesPosts, (ctx, { params, query }) => postsOfSpecies(ctx, params.species, query))
  app.serve(contract.getSuggestions, (ctx) => suggestionsFor(ctx))
}
