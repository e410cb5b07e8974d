import { customType, timestamp, uuid } from 'drizzle-orm/pg-core'

/** An instant; ISO 8601 UTC text in the app. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })

/** Made by the app as UUIDv7 (`newId`), so that ids sort by time. */
export const id = () => uuid('id').primaryKey()

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
