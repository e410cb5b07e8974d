import * as contract from '@pawtrait/contract/erasure.ts'
import { clearedSessionCookies, setCookies } from '#features/users/account/session-cookie.ts'
import type { App } from '#platform/http/serve.ts'
import { deleteAccount } from './delete-account.ts'
import { restoreAccount } from './restore-account.ts'

export function erasureRoutes(app: App) {
  app.serve(contract.deleteAccount, async (ctx, _, http) => {
    const { eraseAt } = await deleteAccount(ctx)
    setCookies(ctx, http, clearedSessionCookies)
    return { eraseAt: eraseAt.toISOString() }
  })
  app.serve(contract.restoreAccount, (ctx, { body }) => restoreAccount(ctx, body))
}
