import type { Db } from '#platform/database/db.ts'
import type { Metric } from '#platform/monitoring/metrics.ts'
import { countablePaymentStates, selectPaymentCounts } from './count-queries.ts'

/** Returns a gauge of open payments by state. States without payments have the value 0. */
export async function readPaymentMetrics(db: Db): Promise<Metric[]> {
  const counts = new Map((await selectPaymentCounts(db)).map(({ what, count }) => [what, count]))
  const series = countablePaymentStates.map((what) => ({ labels: [what], values: [counts.get(what) ?? 0] }))
  const help =
    'Open payments by state, including refunds to make and payments that need the operator; at most 10,000 each'
  return [{ name: 'payments_open', help, type: 'gauge', labelNames: ['state'], buckets: [], series }]
}
