import { type SQL, sql } from 'drizzle-orm'
import type { Clock } from '#platform/clock.ts'
import type { Database, Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import { onBehalfOf, takeRequestId, withRequestId } from '#platform/http/request-id.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { counter } from '#platform/monitoring/metrics.ts'
import { traced } from '#platform/monitoring/traced.ts'

/** What is told of an event, by its type. The app declares its events by declaration merging (`app.ts`). */
export interface EventData {}

export type EventType = keyof EventData

/** One thing that happened. `id` is the same each time it is told. */
export type Event<Type extends EventType> = { id: string; data: EventData[Type]; happenedAt: Date }

/** Runs in one transaction with the event's removal: what it writes through `db` happens once. */
export type EventHandler<Type extends EventType> = (db: Db, event: Event<Type>) => Promise<void>

/** The same for events of a type that wait one behind the other, the first first. */
export type BatchHandler<Type extends EventType> = (db: Db, events: readonly Event<Type>[]) => Promise<void>

/**
 * The outbox, for what flows upward: written where it happened, reacted to afterwards, lost by no crash between the
 * two.
 */
export type Events = {
  /** Writes an event in the caller's transaction, and which request that is. Whoever commits it calls `nudge`. */
  emit<Type extends EventType>(db: Db, type: Type, data: EventData[Type], requestId?: string): Promise<void>
  /**
   * Says what follows from events of a type; one for each. Events of other types are left to a process of another
   * release, which may know them, for a day.
   */
  on<Type extends EventType>(type: Type, react: EventHandler<Type>): void
  /** The same, where many are handled as cheaply as one. */
  onMany<Type extends EventType>(type: Type, react: BatchHandler<Type>): void
  /** Looks for events now instead of within a second. */
  nudge(): void
  /**
   * Events that nobody here knows, three minutes after they were due, are due again in an hour, for a day: they do not
   * stand in front of the queue as if it were late. Where no type is known nothing is done.
   */
  setAside(): Promise<void>
  /** Begins to react; every process may. */
  start(): void
  /** Reacts to all that waits, later tries too: for tests and commands. @throws what a reaction throws */
  drain(): Promise<void>
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 1_000
// Where many are handled together, so many are taken at a time: one commit for all. Others have each its own
// transaction: what it locks stays locked no longer than it takes.
const BATCH = 200
const LONGEST_PAUSE_SECONDS = 3_600

/**
 * As SQL, for a statement that writes rows and their event at once: `from` has the column `data` (jsonb), a row for
 * each event. Its transaction's end is followed by `nudge`.
 */
export const eventRows = (type: EventType, now: Date, from: SQL) => sql`
  insert into events (id, type, data, happened_at, due_at)
  select ${newId(now)}::uuid, ${type}, data, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
  from ${from}`

type EventRow = { id: string; type: string; data: object; happenedAt: string; dueAt: string }

type Reaction = (db: Db, events: { id: string; data: never; happenedAt: Date }[]) => Promise<void>

const isDue = (by: Date | null) => (by ? sql`due_at <= ${by.toISOString()}` : sql`true`)
const isOf = (types: readonly string[]) => sql`type = any(${`{${[...new Set(types)].join(',')}}`}::text[])`

/** The types of those due, from the first that no other process works on; it is held until the transaction ends. */
const selectTypes = async (db: Db, dueBy: Date | null, known: readonly string[], most: number) => {
  const due = sql`${isDue(dueBy)} and ${isOf(known)}`
  const rows = await db.rows<{ type: string }>(sql`
    select type from events where ${due} and (due_at, id) >= (
      select due_at, id from events where ${due} order by due_at, id limit 1 for update skip locked)
    order by due_at, id limit ${most}::int`)
  return rows.map(({ type }) => type)
}

// The rows are taken out in the transaction that reacts; another process passes over what is being worked on. By their
// place: what the planner remembers of a queue is mostly that it was empty, and by id it would read all for each.
const takeBatch = async (db: Db, dueBy: Date | null, types: readonly string[]) => {
  const taken = await db.rows<EventRow>(sql`
    delete from events where ctid = any (array(
      select ctid from events where ${isDue(dueBy)} and ${isOf(types)}
      order by due_at, id limit ${types.length}::int for update skip locked))
    returning id, type, data, happened_at as "happenedAt", due_at as "dueAt"`)
  return taken.toSorted((a, b) => compareText(a.dueAt, b.dueAt) || compareText(a.id, b.id))
}

/** Neighbours of one type together. */
function runsOf(taken: readonly EventRow[]): [EventRow, ...EventRow[]][] {
  const runs: [EventRow, ...EventRow[]][] = []
  for (const event of taken) {
    const run = runs.at(-1)
    if (run?.[0].type === event.type) run.push(event)
    else runs.push([event])
  }
  return runs
}

const compareText = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** The request that all of these are of. */
function requestOf([first, ...others]: readonly EventRow[]): string | undefined {
  const requestId = first && takeRequestId(first.data).requestId
  return others.every(({ data }) => takeRequestId(data).requestId === requestId) ? requestId : undefined
}

// A job by the clock may come two minutes after it is wanted, and the alert of a late outbox waits for six.
const UNKNOWN_MINUTES = 3

/** Of a release that was taken back, or of one that is gone. */
const setAside = (db: Db, known: readonly string[], now: Date) => {
  const at = sql`${now.toISOString()}::timestamptz`
  const unknown = sql`due_at < ${at} - ${UNKNOWN_MINUTES} * interval '1 minute' and not ${isOf(known)}`
  return db.rows(sql`
    with forgotten as (delete from events where ${unknown} and happened_at < ${at} - interval '1 day')
    update events set due_at = ${at} + interval '1 hour'
    where ${unknown} and happened_at >= ${at} - interval '1 day'`)
}

/** The next try comes after 2, 4, 8 … seconds, at most an hour. */
const postpone = (db: Db, id: string, now: Date) =>
  db.rows(sql`
    update events set failures = failures + 1, due_at = ${now.toISOString()}::timestamptz
      + least(power(2, least(failures + 1, 12)), ${LONGEST_PAUSE_SECONDS}) * interval '1 second'
    where id = ${id}`)

const countEvents = counter('outbox_events_total', 'Events reacted to, and failures to; those are tried again', [
  'type',
  'outcome',
])

/** What follows from events, by their type, and the transaction in which it does. */
function reactions(database: Database) {
  const byType = new Map<string, { react: Reaction; together: boolean }>()
  const count = (batch: readonly EventRow[], outcome: 'handled' | 'failed') => {
    for (const { type } of batch) countEvents(type, outcome)
  }
  return {
    /** The next try of one whose reaction failed comes later. */
    putOff: async (event: EventRow, now: Date) => {
      count([event], 'failed')
      await postpone(database, event.id, now).catch(() => {})
    },
    set: (type: string, react: Reaction, together: boolean) => void byType.set(type, { react, together }),
    setAside: async (now: Date) => {
      // As in a command, which reacts to nothing: to it all are unknown.
      if (byType.size > 0) await setAside(database, [...byType.keys()], now)
    },
    /**
     * Reacts to the first of those due and, where many of its type are handled together, to at most so many that wait
     * behind it, up to the first that is handled by itself: all or none; gives them to `taken` before. False: none was
     * due.
     */
    reactTo: async (dueBy: Date | null, most: number, taken: (batch: readonly EventRow[]) => void = () => {}) => {
      const done = await database.transaction(async (db) => {
        const types = await selectTypes(db, dueBy, [...byType.keys()], most)
        if (types.length === 0) return []
        const alone = types.findIndex((type) => !byType.get(type)?.together)
        const batch = await takeBatch(db, dueBy, types.slice(0, alone < 0 ? types.length : Math.max(1, alone)))
        taken(batch)
        for (const run of runsOf(batch)) {
          const told = run.map(({ id, data, happenedAt }) => ({
            id,
            data: takeRequestId(data).data as never,
            happenedAt: new Date(happenedAt),
          }))
          const requestId = requestOf(run)
          await onBehalfOf(requestId, () =>
            traced(
              async () => byType.get(run[0].type)?.react(db, told),
              () => ({ where: 'inside', name: `event ${run[0].type}`, requestId }),
            ),
          )
        }
        return batch
      })
      count(done, 'handled')
      return done.length > 0
    },
  }
}

/** The events of one database. Nothing is reacted to before `start`. */
export function tableEvents(database: Database, clock: Clock, log: Log): Events {
  const { set, setAside, reactTo, putOff } = reactions(database)
  const reactToDue = async () => {
    // After a failure one by one, as many as failed together: the one to blame is put off, and the others are done.
    for (let oneByOne = 0; ; oneByOne = Math.max(0, oneByOne - 1)) {
      let taken: readonly EventRow[] = []
      try {
        const most = oneByOne > 0 ? 1 : BATCH
        if (stopped || !(await reactTo(clock.now(), most, (batch) => (taken = batch)))) return
      } catch (error) {
        const [first, ...others] = taken
        log.error('events', error, { type: first?.type, others: others.length, requestId: requestOf(taken) })
        if (!first) return // the database is away: the next look finds it again
        if (others.length > 0) oneByOne = taken.length + 1
        else await putOff(first, clock.now())
      }
    }
  }
  let [started, stopped, again] = [false, false, false]
  let [timer, working]: [NodeJS.Timeout | undefined, Promise<void> | undefined] = [undefined, undefined]
  const look = () => {
    if (!started || stopped) return
    again = working !== undefined
    if (working) return
    clearTimeout(timer)
    working = reactToDue().finally(() => {
      working = undefined
      if (again) look()
      else timer = setTimeout(look, LOOK_EVERY_MS)
    })
  }
  return {
    emit: async (db, type, data, requestId) => {
      const row = sql`(select ${JSON.stringify(withRequestId(data, requestId))}::text::jsonb as data) one`
      await db.rows(eventRows(type, clock.now(), row))
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
    nudge: look,
    start: () => {
      started = true
      look()
    },
    drain: async () => {
      while (await reactTo(null, BATCH));
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await working
    },
  }
}
