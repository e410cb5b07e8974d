import { type SQL, sql } from 'drizzle-orm'
import {
  getConstructionPlans,
  type Job,
  type Db as JobDatabase,
  type JobResult,
  PgBoss,
  type QueueOptions,
  type QueueResult,
} from 'pg-boss'
import type { Database, Db } from '#platform/database/db.ts'
import { extractRequestId, runWithRequestId, withRequestId } from '#platform/http/request-id.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { histogram, startStopwatch } from '#platform/monitoring/metrics.ts'
import { withTrace } from '#platform/monitoring/trace-channel.ts'

/** Options of a job. `requestId` is the id of the request that enqueues the job. The job's log lines contain it. */
export type JobOptions = { startAfterSeconds?: number; singletonKey?: string; requestId?: string | undefined }
export type Worker = {
  name: string
  work: (data: never) => Promise<void>
  cron?: string
  /** Retries a failed job as long as the queue keeps it. Pauses grow up to six hours. */
  neverGivenUp?: boolean
  /** Runs the jobs of a batch in parallel, and polls more often. */
  inParallel?: boolean
  /** Time limit of a job in hours. The default is 15 minutes. Jobs with this option are fetched one at a time. */
  maxHours?: number
  /** Minutes that a due job may wait before an alert. The default is ten. */
  lateAfterMinutes?: number
}

/** Job queue. Jobs are enqueued in a transaction. They run at least once, and are retried with growing pauses. */
export type JobQueue = {
  send(db: Db, name: string, data: object, options?: JobOptions): Promise<void>
  /** Returns the data of the jobs that wait in a queue, including retries. */
  waiting(name: string): Promise<object[]>
  prepare(workers: Worker[]): Promise<void>
  /** Starts the prepared workers. A `cron` job runs in only one process. */
  start(): Promise<void>
  /** Runs all waiting jobs, even jobs that are due later. Skips the queues in `except`. */
  drain(except?: readonly string[]): Promise<void>
  stop(): Promise<void>
}

function createJobDatabase(db: Db): JobDatabase {
  return {
    executeSql: async (text, values = []) => ({ rows: await db.rows(bindParameters(text, values), 'fresh') }),
  }
}

function bindParameters(text: string, values: unknown[]): SQL {
  const parts = text.split(/\$(\d+)/)
  const chunks = parts.map((part, i) => (i % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`))
  return sql.join(chunks)
}

// A killed process sends no heartbeats: its jobs restart within about 40 s. A failover delays heartbeats by 10 s.
const queueOptions = { notify: true, retryLimit: 8, retryBackoff: true, retryDelay: 2, heartbeatSeconds: 20 } as const
const pollSeconds = 15
const neverGivenUp = { retryLimit: 10_000, retryDelay: 4, retryDelayMax: 6 * 3600 } as const

// pg-boss sends no NOTIFY for scheduled jobs, so their queues are polled twice a minute. Queues of parallel jobs are
// polled every ten seconds, because users may wait for these jobs.
const workOptions = { pollingIntervalSeconds: 5, batchSize: 5, burstWhenBatchFull: true, perJobResults: true } as const

const NO_JOB = '00000000-0000-0000-0000-000000000000'

export const JOBS_SCHEMA = 'jobs'

/** Returns the SQL that creates the queue's tables. Migrations run it as the owner of the tables. */
export const jobsSchemaSql = () => getConstructionPlans(JOBS_SCHEMA)

const observeJob = histogram(
  'job_duration_seconds',
  'Duration of jobs by outcome; failed jobs are retried',
  ['queue', 'outcome'],
  [0.01, 0.05, 0.25, 1, 5, 30, 120],
)

/** Runs one job of a batch. If it fails, only this job is retried. */
function runJob(job: Job, { name, work }: Worker, log: Log): Promise<JobResult> {
  const { requestId, data } = extractRequestId(job.data)
  const tracedWork = () =>
    withTrace(
      () => work(data as never),
      () => ({ where: 'inside', name: `job ${name}`, requestId }),
    )
  return runWithRequestId(requestId, () => attempt(job.id, name, tracedWork, log))
}

async function attempt(id: string, name: string, work: () => Promise<void>, log: Log): Promise<JobResult> {
  const seconds = startStopwatch()
  try {
    await work()
    observeJob(seconds(), name, 'done')
    return { id, status: 'completed' }
  } catch (error) {
    observeJob(seconds(), name, 'failed')
    log.error('jobs', error, { job: name })
    const message = error instanceof Error ? error.message : String(error)
    return { id, status: 'failed', output: { message } }
  }
}

const startWorker = (boss: PgBoss, worker: Worker, log: Log) => {
  // With `localConcurrency: 2`, a second batch starts while the slowest jobs of the first batch still run.
  const options = {
    ...workOptions,
    ...(worker.inParallel ? { localConcurrency: 2, notifyPollingIntervalSeconds: 10 } : { localConcurrency: 1 }),
    ...(worker.maxHours && { batchSize: 1 }),
  }
  return boss.work(worker.name, options, async (jobs: Job[]) => {
    if (worker.inParallel) return Promise.all(jobs.map((job) => runJob(job, worker, log)))
    const results: JobResult[] = []
    for (const job of jobs) results.push(await runJob(job, worker, log))
    return results
  })
}

function queueOptionsOf(worker: Worker): QueueOptions {
  return {
    ...queueOptions,
    ...(worker.neverGivenUp && neverGivenUp),
    ...(worker.maxHours && { expireInSeconds: worker.maxHours * 3600 }),
  }
}

const hasOptions = (queue: QueueResult, expected: QueueOptions) =>
  Object.entries(expected).every(([name, value]) => queue[name as keyof QueueOptions] === value)

/** Creates missing queues, and updates queues with changed options. Writes nothing else. */
async function prepareQueues(boss: PgBoss, workers: readonly Worker[]) {
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const worker of workers) {
    const [queue, options] = [existing.get(worker.name), queueOptionsOf(worker)]
    if (queue && hasOptions(queue, options)) continue
    if (!queue) await boss.createQueue(worker.name, options)
    // Also updates a new queue, because a process of an older release may have created the queue first.
    await boss.updateQueue(worker.name, options)
    // `updateQueue` removes the queue from pg-boss's cache, and `findJobs` caches it again. A later lookup could
    // deadlock: it waits for a connection while transactions that enqueue jobs hold all connections.
    await boss.findJobs(worker.name, { id: NO_JOB })
  }
}

async function selectWaitingQueues(database: Database): Promise<Set<string>> {
  const rows = await database.rows<{ name: string }>(
    sql`select distinct name from ${sql.identifier(JOBS_SCHEMA)}.job where state < 'active'`,
  )
  return new Set(rows.map(({ name }) => name))
}

function createPgBoss(database: Database, log: Log): PgBoss {
  const boss = new PgBoss({
    schema: JOBS_SCHEMA,
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    superviseIntervalSeconds: pollSeconds,
    monitorIntervalSeconds: pollSeconds,
    db: {
      executeSql: (text, values) => database.text(text, values),
      listen: async (channel, onNotification, onReconnect) => ({
        close: await database.listen(channel, onNotification, onReconnect),
      }),
    },
  })
  boss.on('error', (error) => log.error('jobs', error))
  return boss
}

/** Creates the job queue. It uses the app's database connections and runs no job before `start`. */
export function createPgBossJobs(database: Database, log: Log): JobQueue {
  const workers: Worker[] = []
  const boss = createPgBoss(database, log)
  return {
    send: async (db, name, data, { startAfterSeconds, singletonKey, requestId } = {}) => {
      const options = {
        ...(startAfterSeconds && { startAfter: startAfterSeconds }),
        ...(singletonKey && { singletonKey }),
      }
      await boss.send(name, withRequestId(data, requestId), { ...options, db: createJobDatabase(db) })
    },
    waiting: async (name) => {
      const jobs = await boss.findJobs<object>(name, { queued: true })
      return jobs.map((job) => extractRequestId(job.data).data)
    },
    prepare: async (list) => {
      workers.push(...list)
      await boss.start()
      await prepareQueues(boss, list)
    },
    start: async () => {
      for (const worker of workers) {
        if (worker.cron) await boss.schedule(worker.name, worker.cron)
        await startWorker(boss, worker, log)
      }
    },
    drain: async (except = []) => {
      const drainedWorkers = workers.filter(({ name }) => !except.includes(name))
      for (let ran = 1; ran > 0; ) {
        ran = 0
        const waiting = await selectWaitingQueues(database)
        for (const { name, work } of drainedWorkers.filter((worker) => waiting.has(worker.name))) {
          const jobs = (await boss.fetch(name, { batchSize: 100, ignoreStartAfter: true })) ?? []
          for (const job of jobs) {
            const { requestId, data } = extractRequestId(job.data)
            await runWithRequestId(requestId, () => work(data as never))
          }
          if (jobs.length > 0)
            await boss.complete(
              name,
              jobs.map(({ id }) => id),
            )
          ran += jobs.length
        }
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}
