import { type SQL, sql } from 'drizzle-orm'
import { emailSpellings } from './email-spellings.ts'

/** SQL condition: the user's address, in lower case, is one of the spellings of `address`. */
export const isEmail = (column: SQL, address: string): SQL =>
  sql`lower(${column}) in (${sql.join(
    emailSpellings(address).map((form) => sql`${form}`),
    sql`, `,
  )})`

/** SQL condition: the user has this username or e-mail address, as typed at log-in. */
export const isNamed = (user: SQL, identifier: string): SQL =>
  sql`(${user}.username = ${identifier} or ${isEmail(sql`${user}.email`, identifier)})`
