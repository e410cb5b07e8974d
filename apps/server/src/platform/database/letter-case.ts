import { withDedicatedClient } from './connection-pool.ts'

/** SQL that is true if `lower()` converts letters beyond ASCII in the locale of this database. */
export const LETTER_CASE_CHECK_SQL = "lower('СОБАКА ΣΚΎΛΟ') = 'собака σκύλο'"

/** Advice for a database with the locale C. The locale of a database cannot be changed. */
export const letterCaseHint =
  'ignores case only for the letters A to Z: the search for “собака” does not find “СОБАКА”. ' +
  'Create a database with a UTF-8 locale such as C.UTF-8, and load a dump into it.'

/** Whether search on this database ignores case in all scripts. */
export async function foldsUnicodeCase(connection: string): Promise<boolean> {
  const { rows } = await withDedicatedClient(connection, (client) =>
    client.query<{ known: boolean }>(`select ${LETTER_CASE_CHECK_SQL} as known`),
  )
  return rows[0]?.known ?? false
}
