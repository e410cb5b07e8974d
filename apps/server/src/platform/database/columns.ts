import { bigint, char, customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** An instant; in the app a text in ISO 8601 UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** Primary key, a UUIDv7 made by the app (`newId`), so that ids sort by time. */
export const id = () => uuid('id').primaryKey()

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A time range, including its start and excluding its end. */
export const timeRange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

/** Transaction id with 64 bits, which never wraps around. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Money in minor units. A bigint, because an amount may exceed the safe range of a number. */
export const minorUnits = (name: string) => bigint(name, { mode: 'bigint' })

export const currency = () => char('currency', { length: 3 })
