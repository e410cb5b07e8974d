import type { PaymentId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { tellPayment } from './tell-payment.ts'

export const paymentJobs = (ctx: () => Context): Worker[] => [
  { name: 'tell-payment', work: ({ payment }: { payment: PaymentId }) => tellPayment(ctx(), payment) },
]
