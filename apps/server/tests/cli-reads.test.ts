import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { migrate } from '#platform/database/migrate.ts'
import { releaseName } from '#platform/process/release.ts'
import { openSecondConnection } from '#testing/database/database.ts'
import { operatorEnvironment } from '#testing/operator-environment.ts'
import { runCommand } from '#testing/run-command.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
let settings: Record<string, string> = {}
beforeAll(async () => {
  settings = await operatorEnvironment(server)
})

const readers = [
  ['moderator', 'list'],
  ['payments'],
  ['limits', '192.0.2.7'],
  ['held'],
  ['log', 'verify'],
  ['breach', '/nowhere/list.csv', '2026-01-01', '2026-01-02'],
  ['storage', 'verify'],
  ['export-account', 'luna', '/nowhere/luna.zip'],
]

it('read-only commands reject a schema of another release, print both releases and run no migration', async () => {
  const owner = await openSecondConnection(server.deps.database, 'owner')
  const migrations = () => owner.rows(sql`select hash, created_at from drizzle.__drizzle_migrations order by id`)
  const move = (ms: number) =>
    owner.rows(sql`update drizzle.__drizzle_migrations set created_at = created_at + ${ms}::bigint
      where id = (select max(id) from drizzle.__drizzle_migrations)`)
  try {
    await move(-1)
    const older = await migrations()
    for (const args of readers) {
      const refused = await runCommand(args, settings)
      expect(refused).toMatchObject({ exit: 1, out: '' })
      expect(refused.err).toMatch(
        /^Instance: .*\nThe database of DATABASE_URL has the schema of an older release .*\n$/,
      )
      expect(refused.err).toContain(`this is ${releaseName}`)
    }
    expect(await migrations()).toEqual(older)
    await move(2)
    await owner.rows(sql`
      insert into drizzle.releases select max(created_at), '7.0.0' from drizzle.__drizzle_migrations`)
    const newer = await runCommand(['moderator', 'list'], settings)
    expect(newer).toMatchObject({
      exit: 1,
      err: expect.stringContaining(`it is from 7.0.0, and this is ${releaseName}`),
    })
    await move(-1)
    expect((await runCommand(['moderator', 'list'], settings)).exit).toBe(0)
  } finally {
    await owner.close()
  }
}, 240_000)

it('migrate stores the release name of the newest migration only once in two runs', async () => {
  const owner = await openSecondConnection(server.deps.database, 'owner')
  try {
    await owner.rows(sql`drop table drizzle.releases`)
    for (let start = 1; start <= 2; start++) await migrate(settings.MIGRATION_DATABASE_URL ?? '', undefined)
    expect(await owner.rows(sql`select name from drizzle.releases`)).toEqual([{ name: releaseName }])
  } finally {
    await owner.close()
  }
})
