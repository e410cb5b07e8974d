import * as v from 'valibot'
import type { MpesaSettings } from '#app/config/payment-settings.ts'
import { sendRequest } from '#features/payments/providers/send-request.ts'
import type { Context } from '#platform/context.ts'
import { lockDarajaToken, selectDarajaToken, upsertDarajaToken } from './daraja-token-queries.ts'

const REFRESH_EARLY_MS = 5 * 60_000

const TokenResponse = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  // Text or number: Daraja documents a number, but sends text.
  expires_in: v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.number(), v.minValue(1)),
})

const toAccountKey = ({ baseUrl, consumerKey }: MpesaSettings) => `${baseUrl} ${consumerKey}`

/**
 * Returns the token that all processes share. A new token invalidates the old one, so only one process fetches it,
 * before expiry. `refusedToken`: a token that Daraja rejected. Returns undefined if Daraja issues no token.
 */
export async function getDarajaToken(
  ctx: Context,
  daraja: MpesaSettings,
  refusedToken?: string,
): Promise<string | undefined> {
  const account = toAccountKey(daraja)
  const minimumExpiry = new Date(ctx.clock.now().getTime() + REFRESH_EARLY_MS)
  const stored = await selectDarajaToken(ctx.db, account, minimumExpiry)
  if (stored && stored.token !== refusedToken) return stored.token
  return ctx.transaction(async ({ db }) => {
    await lockDarajaToken(db, account)
    const refreshed = await selectDarajaToken(db, account, minimumExpiry)
    if (refreshed && refreshed.token !== refusedToken) return refreshed.token
    const basic = Buffer.from(`${daraja.consumerKey}:${daraja.consumerSecret}`).toString('base64')
    const response = await sendRequest(`${daraja.baseUrl}/oauth/v1/generate?grant_type=client_credentials`, {
      method: 'GET',
      headers: { authorization: `Basic ${basic}` },
    })
    const parsed = v.safeParse(TokenResponse, response?.body)
    if (!parsed.success) {
      ctx.log.info('payment-alert', { what: 'no-token', status: response?.status ?? null })
      return undefined
    }
    const { access_token: token, expires_in: seconds } = parsed.output
    const expiresAt = new Date(ctx.clock.now().getTime() + seconds * 1000)
    await upsertDarajaToken(db, { account, token, expiresAt, livemode: ctx.config.payments.livemode })
    return token
  })
}
