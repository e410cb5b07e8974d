import type { Context } from '#platform/context.ts'
import { counter } from '#platform/monitoring/metrics.ts'
import { StorageUnavailable } from '#platform/storage/storage-unavailable.ts'
import { MIN_ID } from './cursor.ts'
import { isDatabaseUnavailable, isDiskFull } from './db-errors.ts'

type Logging = Pick<Context, 'log'>

const countSkippedRow = counter(
  'job_rows_passed_over_total',
  'Rows that a job skipped after a failure; its next run retries them',
  ['queue'],
)

// Errors that would fail every row. They fail the whole job, and the queue retries it.
const isOutage = (error: unknown) =>
  isDatabaseUnavailable(error) || isDiskFull(error) || error instanceof StorageUnavailable

function skipRow({ log }: Logging, job: string, id: string, error: unknown) {
  countSkippedRow(job)
  log.error('job-row', error, { job, id })
}

/**
 * Runs a job's work on one row. `work` opens its own transaction. If `work` fails, logs and counts the error, and
 * returns false.
 * @throws errors of an outage, which do not concern the row
 */
export async function tryRow(ctx: Logging, job: string, id: string, work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isOutage(error)) throw error
    skipRow(ctx, job, id, error)
    return false
  }
}

/** Runs `tryRow` for each row. Returns the number of failed rows. `select` returns rows after an id, sorted by id. */
export async function forEachRow<Row extends { id: string }>(
  ctx: Logging,
  job: string,
  select: (after: string) => Promise<readonly Row[]>,
  work: (row: Row) => Promise<unknown>,
): Promise<number> {
  let failed = 0
  let after: string = MIN_ID
  for (let rows = await select(after); rows.length > 0; rows = await select(after))
    for (const row of rows) {
      if (!(await tryRow(ctx, job, row.id, () => work(row)))) failed += 1
      after = row.id
    }
  return failed
}

/**
 * Runs a job's work on many rows at once. If it fails, halves the list and retries, until it has found and skipped each
 * row that fails alone. Returns the number of skipped rows.
 * @throws errors of an outage, which do not concern a row
 */
export async function forEachRowWithBisection<Row>(
  ctx: Logging,
  job: string,
  rows: readonly Row[],
  idOf: (row: Row) => string,
  work: (rows: readonly Row[]) => Promise<unknown>,
): Promise<number> {
  const [first] = rows
  if (first === undefined) return 0
  try {
    await work(rows)
    return 0
  } catch (error) {
    if (isOutage(error)) throw error
    if (rows.length === 1) {
      skipRow(ctx, job, idOf(first), error)
      return 1
    }
    const middle = Math.ceil(rows.length / 2)
    const failed = await forEachRowWithBisection(ctx, job, rows.slice(0, middle), idOf, work)
    return failed + (await forEachRowWithBisection(ctx, job, rows.slice(middle), idOf, work))
  }
}

/**
 * Throws an Error if a job has skipped rows, so that the queue retries the job. Scheduled jobs need not call this
 * function, because their next run tries the rows again.
 */
export function retrySkippedRows(failed: number): void {
  if (failed > 0) throw new Error(`${failed} rows failed: the next run retries them`)
}
