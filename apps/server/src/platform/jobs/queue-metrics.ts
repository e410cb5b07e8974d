import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import type { Metric } from '#platform/monitoring/metrics.ts'
import { JOBS_SCHEMA } from './jobs.ts'
import { type LateLimits, lateLimitOf } from './late-work.ts'

// Counting stops at this number per queue to keep the query fast. The age of the oldest job shows a larger backlog.
const MAX_COUNT = 10_000

type Row = { metric: string; label: string; value: number }

// Help text and label of each metric. No label is named `job`, as Prometheus uses that name for the scrape job.
const metricTexts = {
  jobs_due: ['Due jobs that no worker has started, at most 10,000 per queue', 'queue'],
  jobs_oldest_due_seconds: ['Delay of the oldest due job', 'queue'],
  jobs_late_after_seconds: ['Maximum delay of a due job in this queue; the alert fires above it', 'queue'],
  jobs_retrying: ['Jobs that failed and wait for a retry', 'queue'],
  outbox_due: ['Due events that are not handled yet, at most 10,000', ''],
  outbox_lag_seconds: ['Delay of the oldest due event', ''],
  outbox_retrying: ['Events that failed and wait for a retry', ''],
  database_connections: ['Connections to the database server from all clients', ''],
  database_connections_max: ['Maximum number of connections to the database server', ''],
} as const

const metricDefinitions = Object.entries(metricTexts)

/** Returns metrics of queues, event outbox and database connections, read by one statement that uses indexes. */
export async function readQueueMetrics(db: Db, now: Date, limits: LateLimits): Promise<Metric[]> {
  const at = sql`${now.toISOString()}::timestamptz`
  const rows = await db.rows<Row>(sql`
    with waiting as materialized (
      select queue.name, job.state, job.start_after
      from ${sql.identifier(JOBS_SCHEMA)}.queue as queue cross join lateral (
        select state, start_after from ${sql.identifier(JOBS_SCHEMA)}.job
        where job.name = queue.name and state < 'active' and not blocked limit ${MAX_COUNT}::int
      ) as job
    ), due as (
      select name, count(*) as n, extract(epoch from ${at} - min(start_after)) as late
      from waiting where start_after <= ${at} group by name
    ), outbox as materialized (select due_at, failures from events order by due_at limit ${MAX_COUNT}::int)
    select 'jobs_due' as metric, name as label, n::float8 as value from due
    union all select 'jobs_oldest_due_seconds', name, late::float8 from due
    union all select 'jobs_retrying', name, count(*)::float8 from waiting where state = 'retry' group by name
    union all select 'outbox_due', '', count(*)::float8 from outbox where due_at <= ${at}
    union all select 'outbox_lag_seconds', '', coalesce(greatest(extract(epoch from ${at} - min(due_at)), 0), 0)::float8
      from outbox
    union all select 'outbox_retrying', '', count(*)::float8 from outbox where failures > 0
    union all select 'database_connections', '', sum(numbackends)::float8 from pg_stat_database
    union all select 'database_connections_max', '', current_setting('max_connections')::float8`)
  const queues = new Set([
    ...limits.keys(),
    ...rows.filter(({ metric }) => metric === 'jobs_due').map(({ label }) => label),
  ])
  for (const queue of queues)
    rows.push({ metric: 'jobs_late_after_seconds', label: queue, value: lateLimitOf(limits, queue) })
  return metricDefinitions.map(([name, [help, label]]) => ({
    name,
    help,
    type: 'gauge',
    labelNames: label ? [label] : [],
    buckets: [],
    series: rows
      .filter(({ metric }) => metric === name)
      .map((row) => ({ labels: label ? [row.label] : [], values: [row.value] })),
  }))
}
