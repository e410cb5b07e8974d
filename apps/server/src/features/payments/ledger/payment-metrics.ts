import type { Db } from '#platform/database/db.ts'
import type { Metric } from '#platform/monitoring/metrics.ts'
import { countablePaymentStates, selectPaymentCounts } from './count-queries.ts'

/** Returns a gauge of open payments by state. States without payments have the value 0. */
export async function paymentMetrics(db: Db): Promise<Metric[]> {
  const counts = new Map((await selectPaymentCounts(db)).map(({ what, count }) => [what, count]))
  const series = countablePaymentStates.map((what) => ({ labels: [what], values: [counts.get(what) ?? 0] }))
  const help = 'Payments on their way, and what of them waits for a person or to be given back; 10,000 of each at most'
  return [{ name: 'payments_open', help, type: 'gauge', labelNames: ['state'], buckets: [], series }]
}
