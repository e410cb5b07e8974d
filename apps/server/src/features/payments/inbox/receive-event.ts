/**
 * The steps from a provider's callback (M-Pesa) or webhook (cards) to a month of Premium:
 * 1. `routes.ts` passes on the raw bytes and responds at once (M-Pesa: `{ResultCode: 0}`).
 * 2. This file checks the secret path or the signature, and stores the event once, with a job.
 * 3. `jobs.ts` runs `inbox/handle-waiting-events.ts`: oldest event first, one worker per event, with retries.
 * 4. `inbox/handle-event.ts` (M-Pesa) and `inbox/handle-webhook.ts` (cards) find the attempt. The provider's folder
 *    parses the event (`providers/stripe/read-event.ts`). Reversals and claims have handlers of their own.
 * 5. `providers/query-provider.ts` asks the provider for the result, because the event itself proves nothing. If M-Pesa
 *    does not respond for ten minutes, `ledger/check-payments.ts` may trust a callback from a known IP address.
 * 6. `ledger/apply-verdict.ts` applies the result. Without a callback, `ledger/check-payments.ts` calls it.
 * 7. `ledger/settle-payment.ts` writes payment and receipt in one transaction.
 * 8. In the same transaction, `grantPeriod` of `features/premium/grant-period.ts` grants the month.
 * 9. `receipts/mail-payment-confirmation.ts` mails the buyer, because they may have closed the page.
 */
import { createHash } from 'node:crypto'
import type { CardProviderName } from '@pawtrait/contract/payments/payments.ts'
import { hashToken } from '#features/payments/providers/callback-urls.ts'
import { cardProviders, findCardAccountOfProvider } from '#features/payments/providers/card-account.ts'
import { isSafaricomAddress } from '#features/payments/providers/mpesa/read-callback.ts'
import {
  insertInboxEvent,
  type NewInboxEvent,
  selectCallbackTarget,
  selectCardAttempt,
} from '#features/payments/queries.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/security/throttle.ts'

const sha256 = (raw: Buffer) => createHash('sha256').update(raw).digest('hex')

/** Stores an event and its job in one transaction, before any other work. */
async function storeEvent(ctx: Context, event: Omit<NewInboxEvent, 'id' | 'now' | 'livemode'>) {
  await ctx.transaction(async ({ db, job }) => {
    const { livemode } = ctx.config.payments
    const isInserted = await insertInboxEvent(db, { ...event, id: newId(ctx.now), livemode, now: ctx.now })
    if (isInserted) await job('work-payment-events', {})
  })
}

type HttpHeaders = Readonly<Record<string, string | string[] | undefined>>

const notFoundProblem = () => new Problem('not-found', 'There is nothing here.')

/** Logs a refused or suspicious request, at most five times a minute per kind. */
async function reportRefusal(ctx: Context, what: string) {
  const bucket = { key: `payment-refusals:${what}`, most: 5, seconds: 60 }
  const isThrottled = await countAttempt(ctx.db, ctx.now, [bucket]).then(
    () => false,
    () => true,
  )
  if (!isThrottled) ctx.log.info('payment-alert', { what })
}

/**
 * Stores an unsigned M-Pesa callback to a secret URL; a query confirms it later.
 * @throws Problem 'not-found' for an unknown URL, or an IP address that the operator does not allow
 */
export async function receiveCallback(ctx: Context, token: string, raw: Buffer) {
  const isListed = isSafaricomAddress(ctx.ip)
  if (ctx.config.payments.mpesa?.onlyListed && !isListed) {
    await reportRefusal(ctx, 'callback-from-elsewhere')
    throw notFoundProblem()
  }
  const target = /^[0-9a-f]{64}$/.test(token) ? await selectCallbackTarget(ctx.db, hashToken(token)) : undefined
  if (!target) {
    await reportRefusal(ctx, 'callback-to-nobody')
    throw notFoundProblem()
  }
  if (!isListed && ctx.config.payments.livemode) await reportRefusal(ctx, 'callback-from-unlisted-address')
  const headers = {
    'x-listed': isListed ? 'yes' : 'no',
    ...(target.refund && { 'x-refund': target.refund }),
    ...(target.claim && { 'x-claim': target.claim }),
  }
  // The key includes the target: a copy sent to a wrong URL must not make the genuine event look like a duplicate.
  const dedupeKey = `${sha256(raw)} ${target.claim ?? target.refund ?? target.attempt}`
  await storeEvent(ctx, { provider: 'mpesa', raw, headers, dedupeKey, attempt: target.attempt })
}

/**
 * Stores a card provider's webhook with its attempt, because the webhook must be deleted with the payer's data.
 * @throws Problem 'not-found' if the provider is not used, 'bad-signature' (wrong or old); both store nothing
 */
export async function receiveWebhook(ctx: Context, provider: CardProviderName, raw: Buffer, headers: HttpHeaders) {
  const card = findCardAccountOfProvider(ctx, provider)
  if (!card) throw notFoundProblem()
  const { signatureHeader, readEvent, readEventId } = cardProviders[provider]
  const signature = headers[signatureHeader]
  if (!(await card.verifySignature(raw, typeof signature === 'string' ? signature : undefined, ctx.now))) {
    await reportRefusal(ctx, `${provider}-signature`)
    throw new Problem('bad-signature', 'The signature does not fit.')
  }
  const cardEvent = readEvent(raw)
  const attempt = cardEvent.is === 'other' ? null : await selectCardAttempt(ctx.db, provider, cardEvent.keys)
  const dedupeKey = readEventId?.(raw) ?? sha256(raw)
  await storeEvent(ctx, {
    provider,
    raw,
    headers: {},
    dedupeKey,
    attempt,
    again: !readEventId && cardEvent.is === 'refund',
  })
}
