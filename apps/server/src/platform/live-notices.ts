import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Database, Db } from './db.ts'
import { STAYS_SECONDS } from './presence.ts'

/**
 * What processes tell each other for open streams: a message for these users; a topic and what its chooser asks with;
 * sessions whose streams close. `holdsSeconds`: so long a process that starts has to know it; no reader is told again.
 */
export type Notice = {
  to?: UserId[]
  message?: object
  topic?: string
  data?: object
  holdsSeconds?: number
  closed?: string[]
}

/** `id` names the notice in the outbox: its number and its transaction, `12.345`. */
export type NumberedNotice = { id: string; notice: Notice }

/** As NOTIFY brings it: the id alone when the rest was too long, none when it is in no outbox. */
export type Heard = Notice & { id?: string }

export const CHANNEL = 'pawtrait_live'

// NOTIFY carries less than 8000 bytes.
const LONGEST = 7_900

/** What is kept in no outbox: it counts now, and whoever comes later asks the tables. */
export const notifyOnly = (db: Db, notice: Notice) =>
  db.rows(sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`)

/** Writes a notice into the outbox and sends it on commit, in one statement. */
export async function insertNotice(db: Db, notice: Notice): Promise<void> {
  const json = JSON.stringify(notice)
  // The id goes first into the text that is there; as text, for the driver would write JSON of a string once more.
  const rest = Buffer.byteLength(json) < LONGEST ? `,${json.slice(1)}` : '}'
  await db.rows(sql`
    with written as (
      insert into live_notices (notice, holds_until)
      values (${json}::text::jsonb, now() + ${notice.holdsSeconds ?? null}::int * interval '1 second')
      returning concat(id, '.', transaction) as id)
    select pg_notify(${CHANNEL}, '{"id":"' || id || '"' || ${rest}::text) from written`)
}

const partsOf = (id: string) => {
  const [number = '', transaction = ''] = id.split('.')
  return { number: sql`${number}::text::bigint`, transaction: sql`${transaction}::text::xid8` }
}

/** One that was too long to be sent. */
export async function selectNotice(db: Db, id: string): Promise<Notice | undefined> {
  const { number, transaction } = partsOf(id)
  const found = await db.row<{ notice: Notice }>(
    sql`select notice from live_notices where transaction = ${transaction} and id = ${number}`,
  )
  return found?.notice
}

const KEPT_HOURS = 24
const KEPT_ROWS = 1_000_000
// Of transactions that were open beside it rows may be older, and swept before it.
const REPLAYED_HOURS = KEPT_HOURS - 1

type Since = { most: number; held: boolean }

/**
 * As SQL: the notice and what may have been committed after it, and one more than `most`. Nothing when something may
 * have been, and the reader has been away for longer than presence is known: whoever chooses by presence would leave
 * them out.
 */
export function noticesSince(id: string, { most, held }: Since): SQL {
  const { number, transaction } = partsOf(id)
  return sql`
    select concat(since.id, '.', since.transaction) as id, since.notice
    from live_notices last cross join lateral (
      select id, transaction, notice from live_notices
      where transaction >= last.horizon and (${held}::boolean or holds_until is null)
      order by transaction, id limit ${most + 1}::int) since
    where last.transaction = ${transaction} and last.id = ${number}
      and last.at > now() - ${REPLAYED_HOURS}::int * interval '1 hour'
      and (${held}::boolean or last.at > now() - ${STAYS_SECONDS}::int * interval '1 second'
        or coalesce((select false from live_notices n where n.transaction >= last.horizon and n.holds_until is null
          and (n.transaction <> last.transaction or n.id > last.id) order by n.transaction, n.id limit 1), true))
    order by since.id`
}

/**
 * The notice and what may have been committed after it, in the order of their numbers. By snapshot, not by number:
 * those of a transaction that was open when the notice was written, whatever its number, may have been committed later.
 * NOTIFY comes in the order of commits, so whoever heard the notice heard all that had ended by then, and some of the
 * others: they are found once more. `held`: also what no reader is told. Undefined: it is not there, or more than
 * `most` would be found.
 */
export async function selectNoticesSince(db: Db, id: string, since: Since): Promise<NumberedNotice[] | undefined> {
  const found = await db.rows<NumberedNotice>(noticesSince(id, since))
  return found.length === 0 || found.length > since.most ? undefined : found
}

// A process that starts on a busy instance knows of those who came last.
const MOST_HELD = 10_000

/** Where a process begins that starts now: the newest notice to replay from, and what holds still. */
export async function selectBeginning(db: Db): Promise<{ newest: string | null; held: Notice[] }> {
  const found = await db.row<{ newest: string | null; held: Notice[] }>(sql`
    select (select concat(id, '.', transaction) from live_notices where holds_until is null
        order by transaction desc, id desc limit 1) as newest,
      coalesce((select json_agg(notice order by holds_until) from (
        select notice, holds_until from live_notices where holds_until > now()
        order by holds_until desc limit ${MOST_HELD}::int) held), '[]') as held`)
  return found ?? { newest: null, held: [] }
}

const SWEPT_AT_ONCE = 5_000

/**
 * Forgets what is older than a day, what holds no longer, and of more than a million the oldest: in batches, from the
 * end of an index, so that no batch reads more than it may delete.
 */
export async function sweepLiveNotices(db: Pick<Database, 'row'>, keptRows = KEPT_ROWS): Promise<void> {
  const old = sql`
    select ctid from (
      select ctid, at, id from live_notices order by transaction, id limit ${SWEPT_AT_ONCE}::int) oldest
    where at < now() - ${KEPT_HOURS}::int * interval '1 hour' or id <= ${keptRows}::int * -1
      + (select id from live_notices order by transaction desc, id desc limit 1)`
  const over = sql`
    select ctid from live_notices where holds_until <= now() order by holds_until limit ${SWEPT_AT_ONCE}::int`
  for (const which of [old, over])
    for (let gone = 1; gone > 0; ) {
      const swept = await db.row<{ gone: number }>(sql`
        with gone as (delete from live_notices where ctid = any (array(${which})) returning 1)
        select count(*)::int as gone from gone`)
      gone = swept?.gone ?? 0
    }
}
