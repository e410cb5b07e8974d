/**
 * The road of a callback (M-Pesa) or a webhook (cards), from the provider's call to a month of Premium:
 * 1. `routes.ts`, the HTTP door, hands over the bytes as they came, and answers at once (M-Pesa: `{ResultCode: 0}`).
 * 2. Here they are checked, by secret path or signature, and stored once, with a job, before anything is done.
 * 3. `jobs.ts` starts `inbox/work-events.ts`: the oldest event first, each by one worker, again until it is worked.
 * 4. `inbox/handle-event.ts` (M-Pesa) and `inbox/handle-webhook.ts` (cards) find the attempt that it is about, as the
 *    provider's own folder reads it (`providers/stripe/read-event.ts`).
 *    Word of a reversal or of a claimed code takes a road of its own from here.
 * 5. `providers/ask-provider.ts` asks that provider what became of it: what was sent here proves nothing. Only where
 *    M-Pesa stays silent for ten minutes may a callback from a listed address count (`ledger/check-payments.ts`).
 * 6. `ledger/apply-verdict.ts` carries out the answer. Where nobody calls, `ledger/check-payments.ts` joins here.
 * 7. `ledger/settle-payment.ts` writes payment and receipt in one transaction, in which
 * 8. `grantPeriod` of `features/premium/grant-period.ts` grants the month.
 * 9. `receipts/mail-payment.ts` tells the buyer, who may have left long ago.
 */
import { createHash } from 'node:crypto'
import type { CardProviderName } from '@pawtrait/contract/payments/payments.ts'
import { hashToken } from '#features/payments/providers/callback-urls.ts'
import { cardAt, cardProviders } from '#features/payments/providers/card-here.ts'
import { isListedAddress } from '#features/payments/providers/mpesa/read-callback.ts'
import { insertEvent, type NewEvent, selectByToken, selectCardAttempt } from '#features/payments/queries.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/security/throttle.ts'

const sha256 = (raw: Buffer) => createHash('sha256').update(raw).digest('hex')

/** Stores an event before anything is done about it; the work is a job of the same transaction. */
async function store(ctx: Context, event: Omit<NewEvent, 'id' | 'now' | 'livemode'>) {
  await ctx.transaction(async ({ db, job }) => {
    const { livemode } = ctx.config.payments
    const fresh = await insertEvent(db, { ...event, id: newId(ctx.now), livemode, now: ctx.now })
    if (fresh) await job('work-payment-events', {})
  })
}

type HttpHeaders = Readonly<Record<string, string | string[] | undefined>>

const nothing = () => new Problem('not-found', 'There is nothing here.')

/** Counts what should not come and says it in the log, at most a few times a minute. */
async function refuse(ctx: Context, what: string) {
  const line = { key: `payment-refusals:${what}`, most: 5, seconds: 60 }
  const quiet = await countAttempt(ctx.db, ctx.now, [line]).then(
    () => false,
    () => true,
  )
  if (!quiet) ctx.log.info('payment-alert', { what })
}

/**
 * M-Pesa's callback. Nothing is signed: the path holds 256 secret bits, and what it says is checked by asking.
 * @throws Problem 'not-found' for a path that is nobody's, without a word more.
 */
export async function receiveCallback(ctx: Context, token: string, raw: Buffer) {
  const isListed = isListedAddress(ctx.ip)
  if (ctx.config.payments.mpesa?.onlyListed && !isListed) {
    await refuse(ctx, 'callback-from-elsewhere')
    throw nothing()
  }
  const callee = /^[0-9a-f]{64}$/.test(token) ? await selectByToken(ctx.db, hashToken(token)) : undefined
  if (!callee) {
    await refuse(ctx, 'callback-to-nobody')
    throw nothing()
  }
  if (!isListed && ctx.config.payments.livemode) await refuse(ctx, 'callback-from-unlisted-address')
  const headers = {
    'x-listed': isListed ? 'yes' : 'no',
    ...(callee.refund && { 'x-refund': callee.refund }),
    ...(callee.claim && { 'x-claim': callee.claim }),
  }
  // The same bytes to another path are another event: else a stray copy would keep the right one out.
  const dedupeKey = `${sha256(raw)} ${callee.claim ?? callee.refund ?? callee.attempt}`
  await store(ctx, { provider: 'mpesa', raw, headers, dedupeKey, attempt: callee.attempt })
}

/**
 * A card provider's webhook. Its event is kept with the attempt that it speaks of, and forgotten with that one's payer.
 * @throws Problem 'not-found' where this instance does not sell through that provider; 'bad-signature' when it did not
 * send these bytes, or too long ago. Nothing is kept then.
 */
export async function receiveWebhook(ctx: Context, provider: CardProviderName, raw: Buffer, headers: HttpHeaders) {
  const card = cardAt(ctx, provider)
  if (!card) throw nothing()
  const { signatureHeader, readEvent, readEventId } = cardProviders[provider]
  const signature = headers[signatureHeader]
  if (!(await card.hasSent(raw, typeof signature === 'string' ? signature : undefined, ctx.now))) {
    await refuse(ctx, `${provider}-signature`)
    throw new Problem('bad-signature', 'The signature does not fit.')
  }
  const said = readEvent(raw)
  const attempt = said.is === 'other' ? null : await selectCardAttempt(ctx.db, provider, said.keys)
  const dedupeKey = readEventId?.(raw) ?? sha256(raw)
  await store(ctx, { provider, raw, headers: {}, dedupeKey, attempt, again: !readEventId && said.is === 'refund' })
}
