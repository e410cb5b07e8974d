import type { PaymentId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { queryClaim } from './claims/query-claim.ts'
import { handleEvent } from './inbox/handle-event.ts'
import { handleWaitingEvents } from './inbox/handle-waiting-events.ts'
import { redactEvents } from './inbox/redact-events.ts'
import { checkPayments, sweepPayments } from './ledger/check-payments.ts'
import { createProviderQuery } from './providers/query-provider.ts'
import { mailPaymentConfirmation } from './receipts/mail-payment-confirmation.ts'
import { mailReceipt, type ReceiptMail } from './receipts/mail-receipt.ts'
import { executeRefund } from './refunds/start-refund.ts'

function handleInbox(ctx: Context) {
  const queryProvider = createProviderQuery(ctx)
  return handleWaitingEvents(ctx, (event) => handleEvent(ctx, event, queryProvider))
}

/** `sweep-payments` alone would settle all payments; `check-payments` and `work-payment-events` settle them sooner. */
export const paymentJobs = (ctx: () => Context): Worker[] => [
  { name: 'tell-payment', work: ({ payment }: { payment: PaymentId }) => mailPaymentConfirmation(ctx(), payment) },
  {
    name: 'return-money',
    work: (payload: { payment: PaymentId; reason: string }) => executeRefund(ctx(), payload),
  },
  { name: 'mail-receipt', work: (payload: ReceiptMail) => mailReceipt(ctx(), payload) },
  { name: 'check-payments', work: () => checkPayments(ctx()) },
  {
    name: 'work-payment-events',
    work: async () => {
      await handleInbox(ctx())
    },
  },
  { name: 'ask-claim', work: ({ claim }: { claim: string }) => queryClaim(ctx(), claim) },
  { name: 'forget-payment-events', cron: '29 2 * * *', work: () => redactEvents(ctx()) },
  {
    name: 'sweep-payments',
    cron: '* * * * *',
    work: async () => {
      await handleInbox(ctx())
      await sweepPayments(ctx())
    },
  },
]
