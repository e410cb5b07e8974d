import { type SQL, sql } from 'drizzle-orm'
import type { Clock } from './clock.ts'
import type { Database, Db } from './db.ts'
import { newId } from './id.ts'
import type { Log } from './log.ts'

/** What is told of an event, by its type. The app declares its events by declaration merging (`app.ts`). */
export interface EventData {}

export type EventType = keyof EventData

/** One thing that happened. `id` is the same each time it is told. */
export type Event<Type extends EventType> = { id: string; data: EventData[Type]; happenedAt: Date }

/** Runs in one transaction with the event's removal: what it writes through `db` happens once. */
export type EventHandler<Type extends EventType> = (db: Db, event: Event<Type>) => Promise<void>

/**
 * The outbox, for what flows upward: written where it happened, reacted to afterwards, lost by no crash between the
 * two.
 */
export type Events = {
  /** Writes an event in the caller's transaction. Whoever commits it calls `nudge`. */
  emit<Type extends EventType>(db: Db, type: Type, data: EventData[Type]): Promise<void>
  /** Says what follows from events of a type; one for each. Events without are dropped. */
  on<Type extends EventType>(type: Type, react: EventHandler<Type>): void
  /** Looks for events now instead of within a second. */
  nudge(): void
  /** Begins to react; every process may. */
  start(): void
  /** Reacts to all that waits, later tries too: for tests and commands. @throws what a reaction throws */
  drain(): Promise<void>
  stop(): Promise<void>
}

const LOOK_EVERY_MS = 1_000
const LONGEST_PAUSE_SECONDS = 3_600

/**
 * As SQL, for a statement that writes rows and their event at once: `from` has the column `data` (jsonb), a row for
 * each event. Its transaction's end is followed by `nudge`.
 */
export const eventRows = (type: EventType, now: Date, from: SQL) => sql`
  insert into events (id, type, data, happened_at, due_at)
  select ${newId(now)}::uuid, ${type}, data, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
  from ${from}`

type EventRow = { id: string; type: string; data: object; happenedAt: string }

// The row is taken out in the transaction that reacts; another process passes over what is being worked on.
const takeOne = (db: Db, dueBy: Date | null) =>
  db.row<EventRow>(sql`
    delete from events where id = (
      select id from events where ${dueBy ? sql`due_at <= ${dueBy.toISOString()}` : sql`true`}
      order by due_at, id limit 1 for update skip locked)
    returning id, type, data, happened_at as "happenedAt"`)

/** The next try comes after 2, 4, 8 … seconds, at most an hour. */
const postpone = (db: Db, id: string, now: Date) =>
  db.rows(sql`
    update events set failures = failures + 1, due_at = ${now.toISOString()}::timestamptz
      + least(power(2, least(failures + 1, 12)), ${LONGEST_PAUSE_SECONDS}) * interval '1 second'
    where id = ${id}`)

/** The events of one database. Nothing is reacted to before `start`. */
export function tableEvents(database: Database, clock: Clock, log: Log): Events {
  const reactions = new Map<string, (db: Db, event: { id: string; data: never; happenedAt: Date }) => Promise<void>>()
  let taken: EventRow | undefined
  const reactToOne = (dueBy: Date | null) => {
    taken = undefined // where no transaction can begin, the last one's event is not to blame
    return database.transaction(async (db) => {
      taken = await takeOne(db, dueBy)
      if (!taken) return false
      const { id, data, happenedAt } = taken
      await reactions.get(taken.type)?.(db, { id, data: data as never, happenedAt: new Date(happenedAt) })
      return true
    })
  }
  const reactToDue = async () => {
    for (;;) {
      try {
        if (stopped || !(await reactToOne(clock.now()))) return
      } catch (error) {
        log.error('events', error, { type: taken?.type })
        if (!taken) return // the database is away: the next look finds it again
        await postpone(database, taken.id, clock.now()).catch(() => {})
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
    emit: async (db, type, data) => {
      const row = sql`(select ${JSON.stringify(data)}::text::jsonb as data) one`
      await db.rows(eventRows(type, clock.now(), row))
    },
    on: (type, react) => {
      reactions.set(type, react)
    },
    nudge: look,
    start: () => {
      started = true
      look()
    },
    drain: async () => {
      while (await reactToOne(null));
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await working
    },
  }
}
