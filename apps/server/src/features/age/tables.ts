import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '#features/users/tables.ts'
import { bytes, instant } from '#platform/database/columns.ts'

/** Open requests to guardians of users aged 13 to 17. The guardian's answer deletes the row. */
export const guardianRequests = pgTable('guardian_requests', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  email: text('email').notNull(),
  tokenHash: bytes('token_hash').notNull().unique(),
  askedAt: instant('asked_at').notNull(),
})

/**
 * Addresses of guardians that users aged 13 to 17 named at sign-up. The row is deleted when the e-mail is sent, or two
 * days after the sign-up.
 */
export const signUpGuardians = pgTable('sign_up_guardians', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  email: text('email').notNull(),
})
