import { whoAmI } from '@pawtrait/contract/users.ts'
import type { App } from '#platform/serve.ts'
import { ownUser } from './view.ts'

export function userRoutes(app: App) {
  app.serve(whoAmI, (ctx) => ownUser(ctx, ctx.viewer))
}
