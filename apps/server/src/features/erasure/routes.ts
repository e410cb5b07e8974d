import * as contract from '@pawtrait/contract/erasure.ts'
import { clearCookie, cookieName, cookieOptions } from '#features/users/sessions/session-cookie.ts'
import type { App } from '#platform/serve.ts'
import { deleteAccount } from './delete-account.ts'
import { restoreAccount } from './restore-account.ts'

/** Leaving for good, and coming back within thirty days. */
export function erasureRoutes(app: App) {
  app.serve(contract.deleteAccount, async (ctx, _, { reply }) => {
    const { eraseAt } = await deleteAccount(ctx)
    for (const { name, value, maxAgeSeconds } of [clearCookie('pt_sid'), clearCookie('pt_sudo')])
      reply.setCookie(cookieName(ctx.config, name), value, cookieOptions(ctx.config, maxAgeSeconds))
    return { eraseAt: eraseAt.toISOString() }
  })
  app.serve(contract.restoreAccount, (ctx, { body }) => restoreAccount(ctx, body))
}
