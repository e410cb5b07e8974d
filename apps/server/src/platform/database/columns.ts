import { bigint, char, customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Column for an instant. Queries return it as text in ISO 8601 UTC. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** Primary key: a UUIDv7 from `newId`, which sorts by time. */
export const id = () => uuid('id').primaryKey()

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Column for a time range. The start is inclusive, the end exclusive. */
export const timeRange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

/** Column for a 64-bit transaction id, which never wraps around. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Column for money in minor units. It is a bigint, because an amount may exceed a number's safe range. */
export const minorUnits = (name: string) => bigint(name, { mode: 'bigint' })

export const currency = () => char('currency', { length: 3 })
