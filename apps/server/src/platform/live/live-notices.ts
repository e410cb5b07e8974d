import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  committedSinceSql,
  openTransactions,
  positionParameters,
  type ReadPosition,
} from '#platform/database/committed-since.ts'
import { compileStatement } from '#platform/database/compile-statement.ts'
import type { Database, Db } from '#platform/database/db.ts'
import { PRESENCE_SECONDS } from './presence.ts'

/**
 * A notice to all processes. It contains a message for users, data from which a topic's chooser creates messages, or
 * ids of ended sessions (`closed`). `holdsSeconds` marks temporary state: new processes load it, and replays skip it.
 */
export type Notice = {
  to?: UserId[]
  message?: object
  topic?: string
  data?: object
  holdsSeconds?: number
  closed?: string[]
}

/** A notice with its id, such as `12.345` for row 12 of transaction 345 in the outbox. */
export type NumberedNotice = { id: string; notice: Notice }

export const NOTICE_CHANNEL = 'pawtrait_live'

/** Stores a notice. `notify` also wakes listeners after the commit. Only the previous release reads the payload. */
export async function insertNotice(db: Db, notice: Notice, { notify }: { notify: boolean }): Promise<void> {
  const written = sql`
    insert into live_notices (notice, holds_until)
    values (${JSON.stringify(notice)}::text::jsonb, now() + ${notice.holdsSeconds ?? null}::int * interval '1 second')`
  await db.rows(
    notify
      ? sql`with written as (${written} returning concat(id, '.', transaction) as id)
          select pg_notify(${NOTICE_CHANNEL}, '{"id":"' || id || '"}') from written`
      : written,
  )
}

const parseNoticeId = (id: string) => {
  const [number = '', transaction = ''] = id.split('.')
  return { number: sql`${number}::text::bigint`, transaction: sql`${transaction}::text::xid8` }
}

export async function isNoticeStored(db: Db, id: string): Promise<boolean> {
  const { number, transaction } = parseNoticeId(id)
  const found = await db.row<object>(
    sql`select 1 from live_notices where transaction = ${transaction} and id = ${number}`,
  )
  return found !== undefined
}

const RETENTION_HOURS = 24
const MAX_ROWS = 1_000_000
// One hour less than the retention. A transaction that was open when the notice was written may have written older
// notices, which are deleted first.
const REPLAYED_HOURS = RETENTION_HOURS - 1

/**
 * SQL for a notice and the notices that may have been committed after it, at most `limit` + 1. Returns no rows if the
 * notice is over ten minutes old and newer notices exist. Messages depend on the presence of the user, which has
 * expired by then.
 */
export function replayNoticesSql(id: string, limit: number): SQL {
  const { number, transaction } = parseNoticeId(id)
  return sql`
    select concat(since.id, '.', since.transaction) as id, since.notice
    from live_notices last cross join lateral (
      select id, transaction, notice from live_notices
      where transaction >= last.horizon and holds_until is null
      order by transaction, id limit ${limit + 1}::int) since
    where last.transaction = ${transaction} and last.id = ${number}
      and last.at > now() - ${REPLAYED_HOURS}::int * interval '1 hour'
      and (last.at > now() - ${PRESENCE_SECONDS}::int * interval '1 second'
        or coalesce((select false from live_notices n where n.transaction >= last.horizon and n.holds_until is null
          and (n.transaction <> last.transaction or n.id > last.id) order by n.transaction, n.id limit 1), true))
    order by since.id`
}

/**
 * Returns a notice and the notices that may have been committed after it, sorted by row number. Transactions that were
 * open when the notice was written may have lower numbers. So the client may already have some of these notices.
 * Returns undefined if the notice is deleted, or if there are more than `limit` notices.
 */
export async function selectReplayNotices(db: Db, id: string, limit: number): Promise<NumberedNotice[] | undefined> {
  const found = await db.rows<NumberedNotice>(replayNoticesSql(id, limit))
  return found.length === 0 || found.length > limit ? undefined : found
}

// Maximum number of notices in one read. A read returns many notices after a pause of the process or the database.
const MAX_NEW_NOTICES = 1_000

const notices = {
  table: sql`live_notices`,
  columns: sql`id, transaction, notice`,
  by: sql`id`,
  limit: MAX_NEW_NOTICES + 1,
}

/**
 * SQL for the notices since a position, by row number. Its row limit is one above `MAX_NEW_NOTICES`, so that the caller
 * detects further notices.
 */
export const newNoticesSql = compileStatement<ReturnType<typeof positionParameters>>(
  ['newest', 'open'],
  (since) => sql`
    select ${since.newest}::text as since, ${openTransactions} as open, coalesce((
      select json_agg(json_build_object('id', concat(id, '.', transaction), 'notice', notice) order by id)
      from (${committedSinceSql(since, notices)}) found), '[]') as notices`,
)

export const transactionOf = (id: string) => id.split('.')[1] ?? '0'

const maxTransaction = (first: string, second: string) => (BigInt(first) > BigInt(second) ? first : second)

/**
 * Returns each notice since a position once, by row number, and the next position. Undefined for over 1,000 notices.
 */
export async function selectNewNotices(
  { verifiedRow }: Pick<Database, 'verifiedRow'>,
  since: ReadPosition,
): Promise<{ notices: NumberedNotice[]; place: ReadPosition } | undefined> {
  const { notices, ...found } = await verifiedRow<{ since: string; open: string[]; notices: NumberedNotice[] }>(
    newNoticesSql(positionParameters(since)),
    (row) => row.since === since.newest,
  )
  if (notices.length > MAX_NEW_NOTICES) return undefined
  const newest = notices.map(({ id }) => transactionOf(id)).reduce(maxTransaction, since.newest)
  return { notices, place: { newest, open: found.open } }
}

// Maximum number of temporary notices that a new process loads. If there are more, it loads the newest.
const MAX_HELD = 10_000

/**
 * Position in the outbox from which a new process reads. `newest`: id and transaction of the newest notice without an
 * expiry. `held`: temporary notices that have not expired, at most `MAX_HELD`.
 */
export type StartPosition = { newest: string | null; held: Notice[]; place: ReadPosition }

/** Returns the position from which a new process reads the outbox. */
export async function selectStartPosition(db: Db): Promise<StartPosition> {
  // Sorts by the column `n.transaction`. The output column `transaction` is text, in which 9997 is above 52295.
  const found = await db.row<{ newest: string | null; held: Notice[]; last: string | null; open: string[] }>(sql`
    select (select concat(n.id, '.', n.transaction) from live_notices n where n.holds_until is null
        order by n.transaction desc, n.id desc limit 1) as newest,
      (select n.transaction::text from live_notices n order by n.transaction desc, n.id desc limit 1) as last,
      ${openTransactions} as open,
      coalesce((select json_agg(notice order by holds_until) from (
        select notice, holds_until from live_notices where holds_until > now()
        order by holds_until desc limit ${MAX_HELD}::int) held), '[]') as held`)
  const { newest = null, held = [], last = null, open: isOpen = [] } = found ?? {}
  return { newest, held, place: { newest: last ?? '0', open: isOpen } }
}

const SWEEP_BATCH_SIZE = 5_000

/**
 * Deletes expired temporary notices, notices older than a day, and the oldest notices above a million. Deletes in
 * batches by index.
 */
export async function sweepLiveNotices(db: Pick<Database, 'row'>, maxRows = MAX_ROWS): Promise<void> {
  const old = sql`
    select ctid from (
      select ctid, at, id from live_notices order by transaction, id limit ${SWEEP_BATCH_SIZE}::int) oldest
    where at < now() - ${RETENTION_HOURS}::int * interval '1 hour' or id <= ${maxRows}::int * -1
      + (select id from live_notices order by transaction desc, id desc limit 1)`
  const expired = sql`
    select ctid from live_notices where holds_until <= now() order by holds_until limit ${SWEEP_BATCH_SIZE}::int`
  for (const deletable of [old, expired])
    for (let gone = 1; gone > 0; ) {
      const swept = await db.row<{ gone: number }>(sql`
        with gone as (delete from live_notices where ctid = any (array(${deletable})) returning 1)
        select count(*)::int as gone from gone`)
      gone = swept?.gone ?? 0
    }
}
