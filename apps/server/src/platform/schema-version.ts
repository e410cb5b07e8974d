import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { type Connection, connect } from './db.ts'

const journal = new URL('../../migrations/meta/_journal.json', import.meta.url)

/** The tables are those of a later release. `message` is one line for the operator. */
export class SchemaTooNew extends Error {
  readonly code = 'NEWER_DATA'
  constructor(where: string, steps: number) {
    super(
      `${where} was used by a newer release of Pawtrait (${steps} migration${steps === 1 ? '' : 's'} ahead): ` +
        'start that release, or restore a backup that is as old as this one.',
    )
  }
}

/** When the newest migration that this program knows was made. */
export function newestKnown(): number {
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { when: number }[] }
  return Math.max(...entries.map(({ when }) => when))
}

/**
 * Before anything is changed: an older program would write what the newer tables mean otherwise.
 * @throws SchemaTooNew naming `where` the tables are.
 */
export async function refuseNewerSchema(owner: Connection, where: string): Promise<void> {
  const database = connect(owner, { max: 1 })
  try {
    const [known] = await database.rows(sql`select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`)
    if (!known) return
    const ahead = await database.row<{ steps: number }>(sql`
      select count(*)::int as steps from drizzle.__drizzle_migrations where created_at > ${newestKnown()}::bigint`)
    if (ahead && ahead.steps > 0) throw new SchemaTooNew(where, ahead.steps)
  } finally {
    await database.close()
  }
}

/** When the newest migration was made that these tables have seen; 0 for none. */
export async function readSchemaVersion(owner: Connection): Promise<number> {
  const database = connect(owner, { max: 1 })
  try {
    const [known] = await database.rows(sql`select 1 where to_regclass('drizzle.__drizzle_migrations') is not null`)
    if (!known) return 0
    const newest = await database.row<{ made: string | null }>(sql`
      select max(created_at)::text as made from drizzle.__drizzle_migrations`)
    return Number(newest?.made ?? 0)
  } finally {
    await database.close()
  }
}
