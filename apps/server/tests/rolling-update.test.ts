import { rmSync } from 'node:fs'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Connection, Database } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { copyMigrationsWith } from '#testing/database/copy-migrations.ts'
import { createTestDatabase, openSecondConnection } from '#testing/database/database.ts'
import { extractLastRelease } from '#testing/database/last-release.ts'
import { operatorEnvironment } from '#testing/operator-environment.ts'
import { aSignUp } from '#testing/sign-in.ts'
import { launchApp, type RunningApp, startApp } from '../../../e2e/app.ts'

const lastRelease = extractLastRelease()
const expandMigration = [
  '-- expand: a trigger fills what older releases leave out',
  'ALTER TABLE pets ADD COLUMN shoe integer;--> statement-breakpoint',
  'CREATE FUNCTION shoe_of_pet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.shoe := 38; RETURN NEW; END $$;',
  'CREATE TRIGGER shoe_given BEFORE INSERT ON pets FOR EACH ROW EXECUTE FUNCTION shoe_of_pet();',
  'ALTER TABLE pets ALTER COLUMN shoe SET NOT NULL;',
  'CREATE TABLE toys (pet_id uuid NOT NULL REFERENCES pets(id) ON DELETE cascade);',
].join('\n')
const contractMigration =
  '-- contract since 9.9.9: light is not adjusted any more\nALTER TABLE photos DROP COLUMN adjustments;'

// Migrations of two future releases. 9.9.9 adds to the schema. The next one drops a column that 9.9.9 no longer uses.
const [expandFolder, contractFolder] = [
  copyMigrationsWith([expandMigration], { '9.9.9': 0 }),
  copyMigrationsWith([expandMigration, contractMigration], { '9.9.9': 0 }),
]
afterAll(() => {
  for (const folder of [expandFolder, contractFolder, lastRelease.folder]) rmSync(folder, { recursive: true })
})

let database: Database
let owner: Connection
beforeEach(async () => {
  database = await createTestDatabase(2)
  const { name } = (await database.row<{ name: string }>(sql`select current_database() as name`)) ?? {}
  owner = TestCluster.at(inject('cluster')).connection('owner', name)
  return () => database.close()
})

const runMigrations = (migrationsFolder: string) => migrate(owner, undefined, { migrationsFolder })
/** Runs the migrations of the current source, as `npm start` does. */
const runCurrentMigrations = () => migrate(owner, undefined)
const newerReleaseMessage = (steps: string) => `The database was used by a newer release of Pawtrait (${steps} ahead)`

const settings = async () => {
  const { DATA_DIR: _, ...urls } = await operatorEnvironment({ dataDir: '', deps: { database } })
  return { ...urls, PAYMENTS: 'off' }
}
const call = async (app: RunningApp, path: string, cookie = '', body?: object, key?: string) => {
  const headers = {
    cookie,
    origin: app.origin,
    ...(body && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  }
  const requestOptions = body && { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(app.origin + path, { headers, ...requestOptions })
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
  return { status: answer.status, cookie: cookies.join('; '), body: (await answer.json()) as Record<string, unknown> }
}
const readName = (body: object) => (body as { name?: string }).name

/**
 * Creates a pet on each release, and repeats the call on the other release. No repeat creates a second pet. Release
 * 0.1.0 cannot read the keys of the current build, so it refuses the repeat.
 */
async function checkRepeatedCalls(old: RunningApp, now: RunningApp) {
  const person = aSignUp()
  await call(now, '/users', '', person)
  const { cookie } = await call(now, '/users', '', { usernameOrEmail: person.username, zipcode: person.zipcode })
  const create = (app: RunningApp, key: string) =>
    call(app, '/api/pets', cookie, { name: 'Once', species: 'dog', backdrop: 'moss' }, key)
  const before = await create(old, 'made-by-old')
  expect(await create(now, 'made-by-old')).toMatchObject({ status: 201, body: { id: before.body.id } })
  const after = await create(now, 'made-by-now')
  expect((await create(old, 'made-by-now')).status).toBe(422)
  expect(await create(now, 'made-by-now')).toMatchObject({ status: 201, body: { id: after.body.id } })
  expect(await database.rows(sql`select 1 from pets where name = 'Once'`)).toHaveLength(2)
}

describe(`last release (${lastRelease.name})`, () => {
  it('works on a schema with new columns while the current build uses the same database', async () => {
    await runMigrations(expandFolder)
    const env = await settings()
    const old = await startApp(env, [process.execPath, lastRelease.main])
    const now = await startApp(env).catch(async (error: unknown) => {
      await old.stop()
      throw error
    })
    try {
      for (const [writer, reader] of [
        [old, now],
        [now, old],
      ] as const) {
        const person = aSignUp()
        expect((await call(writer, '/users', '', person)).status).toBe(201)
        const { username: usernameOrEmail, zipcode } = person
        const { cookie } = await call(writer, '/users', '', { usernameOrEmail, zipcode })
        const pet = { name: 'Moss', species: 'dog', backdrop: 'moss' }
        const created = await call(writer, '/api/pets', cookie, pet)
        expect([created.status, readName(created.body)]).toEqual([201, 'Moss'])
        const response = await call(reader, `/api/pets/${String(created.body.id)}`, cookie)
        expect([response.status, readName(response.body)]).toEqual([200, 'Moss'])
      }
      expect(await database.rows(sql`select shoe from pets`)).toEqual([{ shoe: 38 }, { shoe: 38 }])
      for (const { output } of [old, now]) expect(output()).not.toContain('"level":"error"')
      await checkRepeatedCalls(old, now)
    } finally {
      await Promise.all([old.stop(), now.stop()])
    }
  }, 180_000)

  it('prints one line and exits with code 1 when the schema lacks a column that it uses', async () => {
    await runMigrations(contractFolder)
    const old = await launchApp(await settings(), [process.execPath, lastRelease.main])
    try {
      await expect.poll(() => old.process.exitCode, { timeout: 45_000 }).toBe(1)
      expect(old.output()).toMatch(/was used by a newer release of Pawtrait \(\d+ migrations ahead\): start that/)
      expect(old.output().trim().split('\n')).toHaveLength(1)
    } finally {
      await old.stop()
    }
  }, 60_000)
})

describe('current build on the tables of a newer release', () => {
  it('starts if columns were only added, but not if a column that the build uses was removed', async () => {
    await runMigrations(expandFolder)
    await runCurrentMigrations()
    await runMigrations(contractFolder)
    await runMigrations(expandFolder)
    await expect(runCurrentMigrations()).rejects.toThrow(newerReleaseMessage('2 migrations'))
  })

  it('refuses to start if drizzle.floors has no minimum release for a newer migration', async () => {
    await runMigrations(expandFolder)
    const asOwner = await openSecondConnection(database, 'owner')
    // Simulates a kill between a migration and its row in `floors`, or a release that writes no such row.
    await asOwner.rows(sql`delete from drizzle.floors where migration = (select max(migration) from drizzle.floors)`)
    await expect(runCurrentMigrations()).rejects.toThrow(newerReleaseMessage('1 migration'))
    await runMigrations(expandFolder)
    await runCurrentMigrations()
    await asOwner.rows(sql`drop table drizzle.floors`)
    await expect(runCurrentMigrations()).rejects.toThrow(newerReleaseMessage('1 migration'))
    await asOwner.close()
  })

  it('refuses to start if the tables changed while it waited for the migration lock', async () => {
    const asOwner = await openSecondConnection(database, 'owner')
    const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    const [newer, older] = await asOwner.transaction(async (db) => {
      await db.rows(sql`select pg_advisory_xact_lock(7298631)`)
      const newer = runMigrations(contractFolder)
      await expect.poll(() => database.rows(waiting)).toHaveLength(1)
      const older = runCurrentMigrations().catch((error: Error) => error.message)
      await expect.poll(() => database.rows(waiting)).toHaveLength(2)
      return [newer, older]
    })
    await newer
    expect(await older).toContain(newerReleaseMessage('2 migrations'))
    await asOwner.close()
  })
})
