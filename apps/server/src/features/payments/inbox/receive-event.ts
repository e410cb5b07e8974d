/**
 * The road of a callback (M-Pesa) or a webhook (cards), from the provider's call to a month of Premium:
 * 1. `routes.ts`, the HTTP door, hands over the bytes as they came.
 * 2. Here they are checked, by secret path or signature, and stored once, with a job, before anything is done.
 * 3. `jobs.ts` starts `inbox/work-events.ts`: the oldest event first, each by one worker, again until it is worked.
 * 4. `inbox/handle-event.ts` (M-Pesa) and `inbox/handle-webhook.ts` (cards) find the attempt that it is about.
 * 5. `providers/ask-provider.ts` asks the provider what became of that: what was sent here proves nothing.
 * 6. `ledger/apply-verdict.ts` carries out the answer. Where nobody calls, `ledger/check-payments.ts` joins here.
 * 7. `ledger/settle-payment.ts` writes payment and receipt in one transaction, in which
 * 8. `grantPeriod` of `features/premium/grant-period.ts` grants the month.
 * 9. `receipts/mail-payment.ts` tells the buyer, who may have left long ago.
 */
import { createHash } from 'node:crypto'
import type { CardEvent } from '#features/payments/providers/card-provider.ts'
import { isListedAddress } from '#features/payments/providers/mpesa/read-callback.ts'
import { parsedJson } from '#features/payments/providers/parsed-json.ts'
import { isFromPaystack, readPaystackEvent } from '#features/payments/providers/paystack/read-event.ts'
import { isFromStripe, readStripeEvent } from '#features/payments/providers/stripe/read-event.ts'
import { insertEvent, type NewEvent, selectByToken } from '#features/payments/queries.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/id.ts'
import { Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/throttle.ts'
import { knownAttempt } from './known-attempt.ts'

export const hashToken = (token: string) => createHash('sha256').update(token).digest()

const sha256 = (raw: Buffer) => createHash('sha256').update(raw).digest('hex')

/** Stores an event before anything is done about it; the work is a job of the same transaction. */
async function store(ctx: Context, event: Omit<NewEvent, 'id' | 'now' | 'livemode'>) {
  await ctx.transaction(async ({ db, job }) => {
    const { livemode } = ctx.config.payments
    const fresh = await insertEvent(db, { ...event, id: newId(ctx.now), livemode, now: ctx.now })
    if (fresh) await job('work-payment-events', {})
  })
}

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

/** The attempt that a card provider speaks of: its event is forgotten with its payer. */
async function attemptOf(ctx: Context, provider: 'paystack' | 'stripe', said: CardEvent) {
  return said.is === 'other' ? null : knownAttempt(ctx.db, provider, said.keys)
}

/** @throws Problem 'bad-signature' when Paystack did not send these bytes; nothing is kept of them. */
export async function receivePaystack(ctx: Context, raw: Buffer, signature: string | undefined) {
  const { card } = ctx.config.payments
  if (card?.provider !== 'paystack') throw nothing()
  if (!isFromPaystack(card, raw, signature)) {
    await refuse(ctx, 'paystack-signature')
    throw new Problem('bad-signature', 'The signature does not fit.')
  }
  const said = readPaystackEvent(raw)
  const attempt = await attemptOf(ctx, 'paystack', said)
  const again = said.is === 'refund'
  await store(ctx, { provider: 'paystack', raw, headers: {}, dedupeKey: sha256(raw), attempt, again })
}

/** @throws Problem 'bad-signature' when Stripe did not send these bytes in the last five minutes. */
export async function receiveStripe(ctx: Context, raw: Buffer, signature: string | undefined) {
  const { card } = ctx.config.payments
  if (card?.provider !== 'stripe') throw nothing()
  if (!(await isFromStripe(card, raw, signature, ctx.now))) {
    await refuse(ctx, 'stripe-signature')
    throw new Problem('bad-signature', 'The signature does not fit.')
  }
  const id = (parsedJson(raw) as { id?: unknown } | undefined)?.id
  const dedupeKey = typeof id === 'string' ? id.slice(0, 200) : sha256(raw)
  const attempt = await attemptOf(ctx, 'stripe', readStripeEvent(raw))
  await store(ctx, { provider: 'stripe', raw, headers: {}, dedupeKey, attempt })
}
