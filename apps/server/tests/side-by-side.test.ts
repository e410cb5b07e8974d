import { rmSync } from 'node:fs'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { Connection, Database } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { besides, ownDatabase } from '#testing/database/database.ts'
import { withMore } from '#testing/database/more-migrations.ts'
import { releasedProgram } from '#testing/database/released-program.ts'
import { operatorSettings } from '#testing/operator.ts'
import { aSignUp } from '#testing/sign-in.ts'
import { launchApp, type RunningApp, startApp } from '../../../e2e/app.ts'

const released = releasedProgram()
const grown = [
  '-- expand: a trigger fills what older releases leave out',
  'ALTER TABLE pets ADD COLUMN shoe integer;--> statement-breakpoint',
  'CREATE FUNCTION shoe_of_pet() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.shoe := 38; RETURN NEW; END $$;',
  'CREATE TRIGGER shoe_given BEFORE INSERT ON pets FOR EACH ROW EXECUTE FUNCTION shoe_of_pet();',
  'ALTER TABLE pets ALTER COLUMN shoe SET NOT NULL;',
  'CREATE TABLE toys (pet_id uuid NOT NULL REFERENCES pets(id) ON DELETE cascade);',
].join('\n')
const shrunk = '-- contract since 9.9.9: light is not adjusted any more\nALTER TABLE photos DROP COLUMN adjustments;'

// As of the release after the next: its schema grew with 9.9.9, and then lost what 9.9.9 had stopped using.
const [oneMore, twoMore] = [withMore([grown], { '9.9.9': 0 }), withMore([grown, shrunk], { '9.9.9': 0 })]
afterAll(() => {
  for (const folder of [oneMore, twoMore, released.folder]) rmSync(folder, { recursive: true })
})

let database: Database
let owner: Connection
beforeEach(async () => {
  database = await ownDatabase(2)
  const { name } = (await database.row<{ name: string }>(sql`select current_database() as name`)) ?? {}
  owner = TestCluster.at(inject('cluster')).connection('owner', name)
  return () => database.close()
})

const migrated = (migrationsFolder: string) => migrate(owner, undefined, { migrationsFolder })
/** An app of today, as it starts on these tables. */
const today = () => migrate(owner, undefined)
const tooNew = (steps: string) => `The database was used by a newer release of Pawtrait (${steps} ahead)`

const settings = async () => {
  const { DATA_DIR: _, ...urls } = await operatorSettings({ dataDir: '', deps: { database } })
  return { ...urls, PAYMENTS: 'off' }
}
const call = async (app: RunningApp, path: string, cookie = '', body?: object) => {
  const headers = { cookie, origin: app.origin, ...(body && { 'content-type': 'application/json' }) }
  const sent = body && { method: 'POST', body: JSON.stringify(body) }
  const answer = await fetch(app.origin + path, { headers, ...sent })
  const set = answer.headers.getSetCookie().map((one) => one.split(';', 1)[0])
  return { status: answer.status, cookie: set.join('; '), body: (await answer.json()) as Record<string, unknown> }
}
const named = (body: object) => (body as { name?: string }).name

describe(`the last release (${released.name})`, () => {
  it('starts on tables that have grown, serves and writes beside this program', async () => {
    await migrated(oneMore)
    const env = await settings()
    const old = await startApp(env, [process.execPath, released.main])
    const now = await startApp(env).catch(async (error: unknown) => {
      await old.stop()
      throw error
    })
    try {
      for (const [one, other] of [
        [old, now],
        [now, old],
      ] as const) {
        const person = aSignUp()
        expect((await call(one, '/users', '', person)).status).toBe(201)
        const { username: usernameOrEmail, zipcode } = person
        const { cookie } = await call(one, '/users', '', { usernameOrEmail, zipcode })
        const pet = { name: 'Moss', species: 'dog', backdrop: 'moss' }
        const made = await call(one, '/api/pets', cookie, pet)
        expect([made.status, named(made.body)]).toEqual([201, 'Moss'])
        const seen = await call(other, `/api/pets/${String(made.body.id)}`, cookie)
        expect([seen.status, named(seen.body)]).toEqual([200, 'Moss'])
      }
      expect(await database.rows(sql`select shoe from pets`)).toEqual([{ shoe: 38 }, { shoe: 38 }])
      for (const { output } of [old, now]) expect(output()).not.toContain('"level":"error"')
    } finally {
      await Promise.all([old.stop(), now.stop()])
    }
  }, 180_000)

  it('refuses in one line tables that have lost what it uses', async () => {
    await migrated(twoMore)
    const old = await launchApp(await settings(), [process.execPath, released.main])
    try {
      await expect.poll(() => old.process.exitCode, { timeout: 45_000 }).toBe(1)
      expect(old.output()).toMatch(/was used by a newer release of Pawtrait \(\d+ migrations ahead\): start that/)
      expect(old.output().trim().split('\n')).toHaveLength(1)
    } finally {
      await old.stop()
    }
  }, 60_000)
})

describe('a program on tables of a newer release', () => {
  it('runs where they only grew, and where they lost what it has stopped using', async () => {
    await migrated(oneMore)
    await today()
    await migrated(twoMore)
    await migrated(oneMore)
    await expect(today()).rejects.toThrow(tooNew('2 migrations'))
  })

  it('is refused where nobody has judged a migration, until the newer release has', async () => {
    await migrated(oneMore)
    const asOwner = await besides(database, 'owner')
    // As after a kill between the migrations and their judgement, or a release that judges nothing.
    await asOwner.rows(sql`delete from drizzle.floors where migration = (select max(migration) from drizzle.floors)`)
    await expect(today()).rejects.toThrow(tooNew('1 migration'))
    await migrated(oneMore)
    await today()
    await asOwner.rows(sql`drop table drizzle.floors`)
    await expect(today()).rejects.toThrow(tooNew('1 migration'))
    await asOwner.close()
  })

  it('is refused when they changed while it waited to look', async () => {
    const asOwner = await besides(database, 'owner')
    const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`
    const [newer, older] = await asOwner.transaction(async (db) => {
      await db.rows(sql`select pg_advisory_xact_lock(7298631)`)
      const newer = migrated(twoMore)
      await expect.poll(() => database.rows(waiting)).toHaveLength(1)
      const older = today().catch((error: Error) => error.message)
      await expect.poll(() => database.rows(waiting)).toHaveLength(2)
      return [newer, older]
    })
    await newer
    expect(await older).toContain(tooNew('2 migrations'))
    await asOwner.close()
  })
})
