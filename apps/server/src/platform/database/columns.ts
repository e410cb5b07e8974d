import { bigint, char, customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** An instant; ISO 8601 UTC text in the app. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** Made by the app as UUIDv7 (`newId`), so that ids sort by time. */
export const id = () => uuid('id').primaryKey()

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A span of time, from its first instant to the one before its end. */
export const span = customType<{ data: string }>({ dataType: () => 'tstzrange' })

/** A transaction's id, which never comes back: 64 bits. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Money in minor units. The driver gives it as text, for it may be larger than a number holds. */
export const minor = (name: string) => bigint(name, { mode: 'bigint' })

/** ISO 4217. */
export const currency = () => char('currency', { length: 3 })
