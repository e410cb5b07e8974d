import * as contract from '@pawtrait/contract/age.ts'
import { clearedSessionCookies, setCookies } from '#features/users/account/session-cookie.ts'
import type { App } from '#platform/http/serve.ts'
import { answerGuardianLink, openGuardianLink } from './answer-guardian-link.ts'
import { askGuardian, isWaitingForGuardian } from './ask-guardian.ts'
import { closeUnder13Account, getAge, setOwnAge } from './set-age.ts'

export function ageRoutes(app: App) {
  app.serve(contract.getAge, (ctx) => getAge(ctx))
  app.serve(contract.setAgeBand, async (ctx, { body: { band } }) => {
    await setOwnAge(ctx, band)
    return { band, ...((await isWaitingForGuardian(ctx, ctx.viewer)) && { guardianNeeded: true as const }) }
  })
  app.serve(contract.closeUnder13Account, async (ctx, _, http) => {
    const { eraseAt } = await closeUnder13Account(ctx)
    setCookies(ctx, http, clearedSessionCookies)
    return { eraseAt: eraseAt.toISOString() }
  })
  app.serve(contract.askGuardian, async (ctx, { body }) => {
    await askGuardian(ctx, body.email)
    return undefined
  })
  app.serve(contract.openGuardianLink, (ctx, { body }) => openGuardianLink(ctx, body.token))
  app.serve(contract.answerGuardianLink, (ctx, { body }) => answerGuardianLink(ctx, body.token, body.confirms))
}
