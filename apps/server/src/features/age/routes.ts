import * as contract from '@pawtrait/contract/age.ts'
import { clearCookie, cookieName, cookieOptions } from '#features/users/sessions/session-cookie.ts'
import type { App } from '#platform/serve.ts'
import { ownAge, tellAge } from './tell-age.ts'

/** How old somebody is, asked once. */
export function ageRoutes(app: App) {
  app.serve(contract.getAge, (ctx) => ownAge(ctx))
  app.serve(contract.tellAge, async (ctx, { body: { band } }, { reply }) => {
    await tellAge(ctx, band)
    if (band === 'under-13')
      for (const { name, value, maxAgeSeconds } of [clearCookie('pt_sid'), clearCookie('pt_sudo')])
        reply.setCookie(cookieName(ctx.config, name), value, cookieOptions(ctx.config, maxAgeSeconds))
    return { band }
  })
}
