import { type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Database, Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { extractRequestId, runWithRequestId, withRequestId } from '#platform/http/request-id.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { counter } from '#platform/monitoring/metrics.ts'
import { withTrace } from '#platform/monitoring/trace-channel.ts'

/** Types of the event data. The app declares its events by declaration merging (`app.ts`). */
export interface EventData {}

export type EventType = keyof EventData

/** An event. Its `id` stays the same when its handler is retried. */
export type Event<Type extends EventType> = { id: string; data: EventData[Type]; happenedAt: Date }

/** Handles an event in the transaction that deletes the event. So writes through `db` happen exactly once. */
export type EventHandler<Type extends EventType> = (db: Db, event: Event<Type>) => Promise<void>

export type BatchHandler<Type extends EventType> = (db: Db, events: readonly Event<Type>[]) => Promise<void>

/** Event outbox. A feature stores an event in its change's transaction; other features handle it after the commit. */
export type EventOutbox = {
  /** Stores an event with the request id. The caller must call `nudge` after the commit. */
  emit<Type extends EventType>(db: Db, type: Type, data: EventData[Type], requestId?: string): Promise<void>
  /** Registers the only handler of an event type. Unhandled events wait a day for a process of another release. */
  on<Type extends EventType>(type: Type, react: EventHandler<Type>): void
  /** Like `on`, for a handler that gets several events at once. */
  onMany<Type extends EventType>(type: Type, react: BatchHandler<Type>): void
  /** Polls for events immediately instead of within a second. */
  nudge(): void
  /**
   * Postpones events of unknown types by an hour when they are three minutes overdue. Otherwise they would cause an
   * alert. Deletes them after a day. Does nothing if no handlers are registered.
   */
  setAside(): Promise<void>
  start(): void
  /** Handles all pending events, even postponed ones. @throws the error of a handler */
  drain(): Promise<void>
  stop(): Promise<void>
}

const POLL_MS = 1_000
// Maximum number of events in a batch. An event without a batch handler gets its own transaction, to keep locks short.
const BATCH_SIZE = 200
const LONGEST_PAUSE_SECONDS = 3_600

/**
 * Returns SQL that inserts an event with this id and time. `from` is a table with a jsonb column `data` and at most one
 * row. Without a row, the SQL inserts no event. Call `nudge` after the commit.
 */
export const insertEventSql = (type: EventType, { id, at }: { id: SQL; at: SQL }, from: SQL) => sql`
  insert into events (id, type, data, happened_at, due_at)
  select ${id}::uuid, ${type}, data, ${at}::timestamptz, ${at}::timestamptz from ${from}`

/** Returns the id and the time of a new event, for `insertEventSql`. */
export const newEventIdAndTime = (now: Date) => ({ id: sql`${newId(now)}`, at: sql`${now.toISOString()}` })

type EventRow = { id: string; type: string; data: object; happenedAt: string; dueAt: string }

type BatchRunner = (db: Db, events: { id: string; data: never; happenedAt: Date }[]) => Promise<void>

const dueCondition = (by: Date | null) => (by ? sql`due_at <= ${by.toISOString()}` : sql`true`)
const typeCondition = (types: readonly string[]) => sql`type = any(${`{${[...new Set(types)].join(',')}}`}::text[])`

/** Locks the first due event that is not locked yet. Returns the types of this event and of the due events after it. */
const selectTypes = async (db: Db, dueBy: Date | null, known: readonly string[], limit: number) => {
  const due = sql`${dueCondition(dueBy)} and ${typeCondition(known)}`
  const rows = await db.rows<{ type: string }>(sql`
    select type from events where ${due} and (due_at, id) >= (
      select due_at, id from events where ${due} order by due_at, id limit 1 for update skip locked)
    order by due_at, id limit ${limit}::int`)
  return rows.map(({ type }) => type)
}

// Deletes events in the transaction that handles them. Other processes skip locked rows. Selects rows by ctid. With
// ids, the planner would scan the table for each row, while its statistics say that the table is empty.
const takeBatch = async (db: Db, dueBy: Date | null, types: readonly string[]) => {
  const dueEvents = await db.rows<EventRow>(sql`
    delete from events where ctid = any (array(
      select ctid from events where ${dueCondition(dueBy)} and ${typeCondition(types)}
      order by due_at, id limit ${types.length}::int for update skip locked))
    returning id, type, data, happened_at as "happenedAt", due_at as "dueAt"`)
  return dueEvents.toSorted((a, b) => compareText(a.dueAt, b.dueAt) || compareText(a.id, b.id))
}

function groupByType(events: readonly EventRow[]): [EventRow, ...EventRow[]][] {
  const runs: [EventRow, ...EventRow[]][] = []
  for (const event of events) {
    const run = runs.at(-1)
    if (run?.[0].type === event.type) run.push(event)
    else runs.push([event])
  }
  return runs
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

function findCommonRequestId([first, ...others]: readonly EventRow[]): string | undefined {
  const requestId = first && extractRequestId(first.data).requestId
  return others.every(({ data }) => extractRequestId(data).requestId === requestId) ? requestId : undefined
}

// Minutes that an event of an unknown type is overdue before `setAside` postpones it. The job may be two minutes late.
// The alert fires after six minutes.
const UNKNOWN_MINUTES = 3

const setAside = (db: Db, known: readonly string[], now: Date) => {
  const at = sql`${now.toISOString()}::timestamptz`
  const unknown = sql`due_at < ${at} - ${UNKNOWN_MINUTES} * interval '1 minute' and not ${typeCondition(known)}`
  return db.rows(sql`
    with forgotten as (delete from events where ${unknown} and happened_at < ${at} - interval '1 day')
    update events set due_at = ${at} + interval '1 hour'
    where ${unknown} and happened_at >= ${at} - interval '1 day'`)
}

/** Postpones a failed event with exponential backoff: by 2, 4, 8 … seconds, at most an hour. */
const postpone = (db: Db, id: string, now: Date) =>
  db.rows(sql`
    update events set failures = failures + 1, due_at = ${now.toISOString()}::timestamptz
      + least(power(2, least(failures + 1, 12)), ${LONGEST_PAUSE_SECONDS}) * interval '1 second'
    where id = ${id}`)

const countEvents = counter('outbox_events_total', 'Events by outcome; failed events are retried', ['type', 'outcome'])

function createEventRunner(database: Database) {
  const byType = new Map<string, { react: BatchRunner; isBatch: boolean }>()
  const count = (batch: readonly EventRow[], outcome: 'handled' | 'failed') => {
    for (const { type } of batch) countEvents(type, outcome)
  }
  return {
    postponeFailed: async (event: EventRow, now: Date) => {
      count([event], 'failed')
      await postpone(database, event.id, now).catch(() => {})
    },
    set: (type: string, react: BatchRunner, isBatch: boolean) => void byType.set(type, { react, isBatch }),
    setAside: async (now: Date) => {
      // A CLI command registers no handlers. In its process, `setAside` would postpone events of every type.
      if (byType.size > 0) await setAside(database, [...byType.keys()], now)
    },
    /**
     * Handles due events in one transaction: a single event, or up to `limit` consecutive events if all their types
     * have batch handlers. Calls `onTaken` with the events before the handlers run. Returns false if no event was due.
     */
    handleBatch: async (
      dueBy: Date | null,
      limit: number,
      onTaken: (batch: readonly EventRow[]) => void = () => {},
    ) => {
      const handled = await database.transaction(async (db) => {
        const types = await selectTypes(db, dueBy, [...byType.keys()], limit)
        if (types.length === 0) return []
        const singleIndex = types.findIndex((type) => !byType.get(type)?.isBatch)
        const batch = await takeBatch(
          db,
          dueBy,
          types.slice(0, singleIndex < 0 ? types.length : Math.max(1, singleIndex)),
        )
        onTaken(batch)
        for (const run of groupByType(batch)) {
          const events = run.map(({ id, data, happenedAt }) => ({
            id,
            data: extractRequestId(data).data as never,
            happenedAt: new Date(happenedAt),
          }))
          const requestId = findCommonRequestId(run)
          await runWithRequestId(requestId, () =>
            withTrace(
              async () => byType.get(run[0].type)?.react(db, events),
              () => ({ where: 'inside', name: `event ${run[0].type}`, requestId }),
            ),
          )
        }
        return batch
      })
      count(handled, 'handled')
      return handled.length > 0
    },
  }
}

/** Creates the event outbox of a database. It handles no events before `start`. */
export function createEventOutbox(database: Database, clock: Clock, log: Log): EventOutbox {
  const { set, setAside, handleBatch, postponeFailed } = createEventRunner(database)
  const handleDueEvents = async () => {
    // After a failed batch, its events are handled one by one. Only the failing event is postponed.
    for (let oneByOne = 0; ; oneByOne = Math.max(0, oneByOne - 1)) {
      let takenEvents: readonly EventRow[] = []
      try {
        const limit = oneByOne > 0 ? 1 : BATCH_SIZE
        if (stopped || !(await handleBatch(clock.now(), limit, (batch) => (takenEvents = batch)))) return
      } catch (error) {
        const [first, ...others] = takenEvents
        log.error('events', error, {
          type: first?.type,
          others: others.length,
          requestId: findCommonRequestId(takenEvents),
        })
        if (!first) return // the database is unreachable, so the next poll retries
        if (others.length > 0) oneByOne = takenEvents.length + 1
        else await postponeFailed(first, clock.now())
      }
    }
  }
  let [started, stopped, pollAgain] = [false, false, false]
  let [timer, running]: [NodeJS.Timeout | undefined, Promise<void> | undefined] = [undefined, undefined]
  const poll = () => {
    if (!started || stopped) return
    pollAgain = running !== undefined
    if (running) return
    clearTimeout(timer)
    running = handleDueEvents().finally(() => {
      running = undefined
      if (pollAgain) poll()
      else timer = setTimeout(poll, POLL_MS)
    })
  }
  return {
    emit: async (db, type, data, requestId) => {
      const row = sql`(select ${JSON.stringify(withRequestId(data, requestId))}::text::jsonb as data) one`
      await db.rows(insertEventSql(type, newEventIdAndTime(clock.now()), row))
    },
    on: (type, react) => {
      const each = async (db: Db, events: readonly Event<typeof type>[]) => {
        for (const event of events) await react(db, event)
      }
      set(type, each, false)
    },
    onMany: (type, react) => {
      set(type, react, true)
    },
    setAside: () => setAside(clock.now()),
    nudge: poll,
    start: () => {
      started = true
      poll()
    },
    drain: async () => {
      while (await handleBatch(null, BATCH_SIZE));
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
