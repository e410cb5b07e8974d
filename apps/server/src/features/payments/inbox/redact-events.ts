import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { cardProviders } from '#features/payments/providers/card-account.ts'
import { readStkCallback } from '#features/payments/providers/mpesa/read-callback.ts'
import { readReversalResult } from '#features/payments/providers/mpesa/read-reversal.ts'
import type { Context } from '#platform/context.ts'
import { forEachRow } from '#platform/database/for-each-row.ts'
import {
  anonymiseDeletedBuyers,
  markEventRedacted,
  type RedactableEvent,
  selectRedactableEvents,
} from './redaction-queries.ts'

const BATCH_SIZE = 200

/** Returns the facts of an event that may remain stored, without personal data. */
function extractFacts({ provider, raw, headers }: RedactableEvent): object {
  if (provider !== 'mpesa') return cardProviders[provider].readEvent(raw)
  if (headers['x-refund'] || headers['x-claim']) return readReversalResult(raw) ?? {}
  const callback = readStkCallback(raw)
  return callback
    ? { ...callback, amountMinor: callback.amountMinor === null ? null : String(callback.amountMinor) }
    : {}
}

/**
 * Deletes event bodies, with phone numbers and e-mail addresses, after `eventDays` or with the buyer's account. Hash,
 * ids and result remain.
 */
export async function redactEvents(ctx: Context) {
  const before = new Date(ctx.now.getTime() - ctx.config.payments.eventDays * DAY_MS)
  await forEachRow(
    ctx,
    'forget-payment-events',
    (after) => selectRedactableEvents(ctx.db, before, after, BATCH_SIZE),
    async (event) => markEventRedacted(ctx.db, event.id, extractFacts(event), ctx.now),
  )
  await anonymiseDeletedBuyers(ctx.db)
}
