import * as contract from '@pawtrait/contract/feed.ts'
import type { App } from '#platform/serve.ts'
import { feedOf } from './view.ts'

export function feedRoutes(app: App) {
  app.serve(contract.getFeed, (ctx, { query }) => feedOf(ctx, query))
}
