import { statfs } from 'node:fs/promises'
import { readBackupMetrics } from '#app/backup/examine-backup.ts'
import { readCertificateMetric } from '#app/cli/examine-certificate.ts'
import { countUnfinishedPhotos } from '#features/media/finish-photo.ts'
import { readPaymentMetrics } from '#features/payments/ledger/payment-metrics.ts'
import { readSuspicionMetrics } from '#features/sign-in/log-in/suspicion.ts'
import type { Context } from '#platform/context.ts'
import type { LateLimits } from '#platform/jobs/late-work.ts'
import { readQueueMetrics } from '#platform/jobs/queue-metrics.ts'
import { gauge, type Metric } from '#platform/monitoring/metrics.ts'
import { release } from '#platform/process/release.ts'
import { withTimeout } from '#platform/process/with-timeout.ts'
import { getInstanceId } from '#platform/security/secrets.ts'

// Time limit for reading metrics from the database. Without it, a slow database would delay the other metrics.
const WAIT_MS = 2_000

const BYTES_PER_MB = 1024 ** 2

/** Metric with the constant value 1, labelled with release, commit and instance id. The id reveals no secret. */
const buildInfo = ({ secrets }: Pick<Context, 'secrets'>): Metric => ({
  name: 'pawtrait_build_info',
  help: 'Release and commit of the app, and the id of its data; always 1',
  type: 'gauge',
  labelNames: ['version', 'commit', 'data'],
  buckets: [],
  series: [{ labels: [release.version, release.commit ?? '', getInstanceId(secrets)], values: [1] }],
})

async function diskMetrics({ config }: Context): Promise<Metric[]> {
  const found = await statfs(config.dataDir).catch(() => undefined)
  const bytes = (blocks: number | undefined) => (blocks ?? Number.NaN) * (found?.bsize ?? Number.NaN)
  return [
    gauge('data_folder_free_bytes', 'Free space on the disk of DATA_DIR', bytes(found?.bavail)),
    gauge('data_folder_size_bytes', 'Size of the disk of DATA_DIR', bytes(found?.blocks)),
    gauge(
      'data_folder_min_free_bytes',
      'MIN_FREE_MB in bytes: with less free space, the app refuses photos, imports and exports',
      config.minFreeMb * BYTES_PER_MB,
    ),
  ]
}

async function photoMetrics(ctx: Context): Promise<Metric[]> {
  const count = await countUnfinishedPhotos(ctx)
  return [gauge('photos_unfinished', 'Photos accepted more than five minutes ago and not ready yet', count)]
}

/** Metrics with equal values in all processes. If a query fails, omits its metrics: a 0 would end an alert. */
export async function collectInstanceMetrics(requestContext: Context, limits: LateLimits): Promise<Metric[]> {
  // Uses a small connection pool with a short statement timeout, so that slow metrics do not delay requests.
  const db = requestContext.bounded(requestContext.config.searchTimeoutMs)
  const ctx = { ...requestContext, db }
  const queries = [
    readQueueMetrics(db, ctx.now, limits),
    readPaymentMetrics(db),
    photoMetrics(ctx),
    readSuspicionMetrics(ctx),
  ]
  const answers = await Promise.all(queries.map((query) => withTimeout(query, WAIT_MS).catch(() => undefined)))
  const isUp = answers.every((answer) => answer !== undefined)
  return [
    buildInfo(ctx),
    gauge('database_up', '1 if the database answered the queries for these metrics, else 0', Number(isUp)),
    ...(await diskMetrics(ctx)),
    ...(await readBackupMetrics(ctx.config)),
    await readCertificateMetric(ctx.config),
    ...answers.flatMap((answer) => answer ?? []),
  ]
}
