import { type SQL, sql } from 'drizzle-orm'
import { equivalentEmails } from './email-normalisation.ts'

/** SQL condition: the user's address, in lower case, is one of the spellings of `address`. */
export const matchesEmail = (column: SQL, address: string): SQL =>
  sql`lower(${column}) in (${sql.join(
    equivalentEmails(address).map((spelling) => sql`${spelling}`),
    sql`, `,
  )})`

/** SQL condition: the user has this username or e-mail address, as typed at log-in. */
export const matchesIdentifier = (user: SQL, identifier: string): SQL =>
  sql`(${user}.username = ${identifier} or ${matchesEmail(sql`${user}.email`, identifier)})`
