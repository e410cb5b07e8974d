import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { BadConfig } from '#platform/settings.ts'

/** Of the pepper with which what is in the database was hashed; undefined before the first start. */
export const knownFingerprint = async (db: Db): Promise<string | undefined> =>
  (await db.rows<{ fingerprint: string }>(sql`select fingerprint from pepper_fingerprints`))[0]?.fingerprint

/**
 * The first start writes down which pepper it has; each later one has to have that. Of several first starts at once the
 * first decides. Nothing is written when there is one: a full disk would refuse that, and the start with it.
 * @throws BadConfig when it is another pepper
 */
export async function refuseOtherPepper(db: Db, fingerprint: string, pepperFile: string): Promise<void> {
  let known = await knownFingerprint(db)
  if (known === undefined) {
    await db.rows(sql`insert into pepper_fingerprints (fingerprint) values (${fingerprint}) on conflict do nothing`)
    known = await knownFingerprint(db)
  }
  if (known === fingerprint) return
  throw new BadConfig(
    `PEPPER_FILE: ${pepperFile} is not the pepper that this database was used with, and nobody could log in: ` +
      'put that one back. Is it lost for good, "pawtrait new-pepper" says what then goes, and how.',
  )
}

/** From now on this is the pepper that a start has to have. */
export const replaceFingerprint = (db: Db, fingerprint: string) =>
  db.rows(sql`
    insert into pepper_fingerprints (fingerprint) values (${fingerprint})
    on conflict (is_only) do update set fingerprint = excluded.fingerprint`)
