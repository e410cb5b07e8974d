import * as contract from '@pawtrait/contract/moderation.ts'
import type { App } from '#platform/serve.ts'
import { reportSomething } from './report-something.ts'

export function moderationRoutes(app: App) {
  app.serve(contract.report, (ctx, { body }) => reportSomething(ctx, body))
}
