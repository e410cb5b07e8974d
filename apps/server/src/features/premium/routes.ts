import * as contract from '@pawtrait/contract/payments/premium.ts'
import type { App } from '#platform/http/serve.ts'
import { dismissReminder, setPlanMails } from './plan-end-reminders.ts'
import { readPremiumStatus } from './view.ts'

export function premiumRoutes(app: App) {
  app.serve(contract.getPremium, (ctx) => readPremiumStatus(ctx))
  app.serve(contract.dismissReminder, async (ctx) => {
    await dismissReminder(ctx)
    return undefined
  })
  app.serve(contract.setPlanMailSetting, (ctx, { body }) => setPlanMails(ctx, body.on))
}
