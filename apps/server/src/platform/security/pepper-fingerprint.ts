import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { BadConfig } from '#platform/settings.ts'

/** Returns the stored fingerprint of the pepper. Undefined before the first start. */
export const selectFingerprint = async (db: Db): Promise<string | undefined> =>
  (await db.rows<{ fingerprint: string }>(sql`select fingerprint from pepper_fingerprints`))[0]?.fingerprint

/**
 * Stores the fingerprint at the first start, and checks it at later starts. If several starts run at once, the first
 * one stores it. Later starts only read, because a write on a full disk would fail and prevent the start.
 * @throws BadConfig for another pepper
 */
export async function refuseOtherPepper(db: Db, fingerprint: string, pepperFile: string): Promise<void> {
  let known = await selectFingerprint(db)
  if (known === undefined) {
    await db.rows(sql`insert into pepper_fingerprints (fingerprint) values (${fingerprint}) on conflict do nothing`)
    known = await selectFingerprint(db)
  }
  if (known === fingerprint) return
  throw new BadConfig(
    `PEPPER_FILE: ${pepperFile} is not the registered pepper of this database, so no user could log in: ` +
      'restore the registered pepper. If it is permanently lost, run "pawtrait new-pepper".',
  )
}

/** Replaces the fingerprint that the next starts require. */
export const replaceFingerprint = (db: Db, fingerprint: string) =>
  db.rows(sql`
    insert into pepper_fingerprints (fingerprint) values (${fingerprint})
    on conflict (is_only) do update set fingerprint = excluded.fingerprint`)
