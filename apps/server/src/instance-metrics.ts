import { statfs } from 'node:fs/promises'
import { countUnfinished } from '#features/media/finish-photo.ts'
import { paymentMetrics } from '#features/payments/ledger/payment-metrics.ts'
import { suspicionMetrics } from '#features/users/sign-in/suspicion.ts'
import type { Context } from '#platform/context.ts'
import { inTime } from '#platform/in-time.ts'
import type { Metric } from '#platform/metrics.ts'
import { queueMetrics } from '#platform/queue-metrics.ts'

// A database that says nothing must not hold up what is known without it.
const WAIT_MS = 2_000

const BYTES_PER_MB = 1024 ** 2

const gauge = (name: string, help: string, value: number): Metric => ({
  name,
  help,
  type: 'gauge',
  labelNames: [],
  buckets: [],
  series: [{ labels: [], values: [value] }],
})

async function diskMetrics({ config }: Context): Promise<Metric[]> {
  const found = await statfs(config.dataDir).catch(() => undefined)
  const bytes = (blocks: number | undefined) => (blocks ?? Number.NaN) * (found?.bsize ?? Number.NaN)
  return [
    gauge('data_folder_free_bytes', 'What is left on the disk of DATA_DIR', bytes(found?.bavail)),
    gauge('data_folder_size_bytes', 'The whole of that disk', bytes(found?.blocks)),
    gauge('data_folder_min_free_bytes', 'MIN_FREE_MB: below it nothing is taken', config.minFreeMb * BYTES_PER_MB),
  ]
}

async function photoMetrics(ctx: Context): Promise<Metric[]> {
  const count = await countUnfinished(ctx)
  return [gauge('photos_unfinished', 'Photos accepted more than five minutes ago and not ready yet', count)]
}

/**
 * What is there once, however many processes answer: queues, disk, photos and payments. What only the database knows is
 * left out while it is away, and `database_up` is 0 then: an absent number is no reassuring one.
 */
export async function instanceMetrics(given: Context): Promise<Metric[]> {
  // On the few connections that hold nothing up, and ended early.
  const db = given.bounded(given.config.searchTimeoutMs)
  const ctx = { ...given, db }
  const asked = [queueMetrics(db, ctx.now), paymentMetrics(db), photoMetrics(ctx), suspicionMetrics(ctx)]
  const answers = await Promise.all(asked.map((one) => inTime(one, WAIT_MS).catch(() => undefined)))
  const isUp = answers.every((answer) => answer !== undefined)
  return [
    gauge('database_up', '1 when the database answered what is told here of it, else 0', Number(isUp)),
    ...(await diskMetrics(ctx)),
    ...answers.flatMap((answer) => answer ?? []),
  ]
}
