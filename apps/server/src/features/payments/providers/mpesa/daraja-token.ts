import * as v from 'valibot'
import type { MpesaSettings } from '#app/config/payment-settings.ts'
import { sendRequest } from '#features/payments/providers/send-request.ts'
import type { Context } from '#platform/context.ts'
import { lockDarajaToken, selectDarajaToken, upsertDarajaToken } from './daraja-token-queries.ts'

const EARLY_MS = 5 * 60_000

const Issued = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  // Text or number: Daraja documents a number, but sends text.
  expires_in: v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.number(), v.minValue(1)),
})

const accountOf = ({ baseUrl, consumerKey }: MpesaSettings) => `${baseUrl} ${consumerKey}`

/**
 * Returns the token that all processes share. A new token invalidates the old one, so only one process fetches it,
 * before expiry. `refused`: a token that Daraja rejected. Returns undefined if Daraja issues no token.
 */
export async function getDarajaToken(
  ctx: Context,
  daraja: MpesaSettings,
  refused?: string,
): Promise<string | undefined> {
  const account = accountOf(daraja)
  const early = new Date(ctx.clock.now().getTime() + EARLY_MS)
  const stored = await selectDarajaToken(ctx.db, account, early)
  if (stored && stored.token !== refused) return stored.token
  return ctx.transaction(async ({ db }) => {
    await lockDarajaToken(db, account)
    const refreshed = await selectDarajaToken(db, account, early)
    if (refreshed && refreshed.token !== refused) return refreshed.token
    const basic = Buffer.from(`${daraja.consumerKey}:${daraja.consumerSecret}`).toString('base64')
    const answer = await sendRequest(`${daraja.baseUrl}/oauth/v1/generate?grant_type=client_credentials`, {
      method: 'GET',
      headers: { authorization: `Basic ${basic}` },
    })
    const issued = v.safeParse(Issued, answer?.body)
    if (!issued.success) {
      ctx.log.info('payment-alert', { what: 'no-token', status: answer?.status ?? null })
      return undefined
    }
    const { access_token: token, expires_in: seconds } = issued.output
    const expiresAt = new Date(ctx.clock.now().getTime() + seconds * 1000)
    await upsertDarajaToken(db, { account, token, expiresAt, livemode: ctx.config.payments.livemode })
    return token
  })
}
