import * as contract from '@pawtrait/contract/age.ts'
import { endedSession, setCookies } from '#features/users/sessions/session-cookie.ts'
import type { App } from '#platform/serve.ts'
import { answerForMinor, openGuardianLink } from './answer-for-minor.ts'
import { askGuardian, isWaiting } from './ask-guardian.ts'
import { ownAge, tellAge } from './tell-age.ts'

/** How old somebody is, asked once, and their guardian's answer. */
export function ageRoutes(app: App) {
  app.serve(contract.getAge, (ctx) => ownAge(ctx))
  app.serve(contract.tellAge, async (ctx, { body: { band } }, http) => {
    await tellAge(ctx, band)
    if (band === 'under-13') {
      setCookies(ctx, http, endedSession)
      return { band }
    }
    return { band, ...((await isWaiting(ctx, ctx.viewer)) && { guardianNeeded: true as const }) }
  })
  app.serve(contract.askGuardian, async (ctx, { body }) => {
    await askGuardian(ctx, body.email)
    return undefined
  })
  app.serve(contract.openGuardianLink, (ctx, { body }) => openGuardianLink(ctx, body.token))
  app.serve(contract.answerGuardianLink, (ctx, { body }) => answerForMinor(ctx, body.token, body.confirms))
}
