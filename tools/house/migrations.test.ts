import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  migrationsFolder,
  readMigrations,
  readReleases,
} from '../../apps/server/src/platform/database/migration-files.ts'
import { findBreakingStatements, findMigrationOffences, findUnusedSnapshots, readSchemaAfter } from './migrations.ts'

const migrations = readMigrations()
const [first] = readReleases()
const known = readSchemaAfter(migrationsFolder, migrations, first)
const noticed = (sql: string) => findBreakingStatements(sql, known).map(({ line, gone }) => [line, ...gone].join(' '))

describe('findBreakingStatements', () => {
  it.each([
    ['a dropped table', 'DROP TABLE "saves";', '1 saves'],
    ['several dropped tables', 'drop table if exists saves, public.hides cascade;', '1 saves hides'],
    ['a renamed table', 'ALTER TABLE "saves" RENAME TO "keeps";', '1 saves'],
    ['a dropped column', '-- why\nALTER TABLE "users" DROP COLUMN "bio";', '2 users.bio'],
    ['a drop after an added column', 'ALTER TABLE users ADD COLUMN a numeric(3, 1), DROP COLUMN bio;', '1 users.bio'],
    ['a renamed column', 'ALTER TABLE users RENAME COLUMN bio TO about;', '1 users.bio'],
    ['a dropped function that the release calls', 'DROP FUNCTION search_keys(int, text, text);', '1 search_keys()'],
    ['a dropped function that triggers call', 'DROP FUNCTION invalidate(uuid);', '1'],
    ['a replaced function', 'CREATE OR REPLACE FUNCTION plain(text) RETURNS text RETURN $1;', '1'],
    ['a dropped index', 'DROP INDEX "likes_newest";', '1'],
    ['a column set to NOT NULL', 'ALTER TABLE users ALTER COLUMN bio SET NOT NULL;', '1'],
    ['a changed type', 'ALTER TABLE users ALTER COLUMN bio SET DATA TYPE varchar(10);', '1'],
    ['a dropped default', 'ALTER TABLE photos ALTER COLUMN rotate DROP DEFAULT;', '1'],
    ['a dropped NOT NULL', 'ALTER TABLE users ALTER COLUMN username DROP NOT NULL;', '1'],
    ['a new column with NOT NULL and no default', 'ALTER TABLE users ADD COLUMN shoe integer NOT NULL;', '1'],
    [
      'a new column set to NOT NULL later',
      'ALTER TABLE users ADD COLUMN shoe integer;--> statement-breakpoint\n' +
        'ALTER TABLE users ALTER COLUMN shoe SET NOT NULL;',
      '2',
    ],
    ['a new check on an existing column', "ALTER TABLE users ADD CONSTRAINT c CHECK (bio <> 'x');", '1'],
    ['a dropped constraint', 'ALTER TABLE users DROP CONSTRAINT users_counts;', '1'],
    ['a new unique index', 'CREATE UNIQUE INDEX u ON users USING btree (fullname);', '1'],
    ['a foreign key without cascade', 'CREATE TABLE toys (pet_id uuid REFERENCES pets (id));', '1'],
    [
      'a foreign key without cascade, added later',
      'CREATE TABLE toys (pet_id uuid);ALTER TABLE toys ADD CONSTRAINT f FOREIGN KEY (pet_id) ' +
        'REFERENCES public.pets(id) ON DELETE no action;',
      '1',
    ],
    ['a new trigger', 'CREATE TRIGGER t AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION f();', '1'],
    ['a dropped trigger', 'DROP TRIGGER invalidate_deleted ON posts;', '1'],
    ['an update', "UPDATE users u SET bio = 'x' WHERE u.bio = 'y';", '1'],
    ['a delete', 'DELETE FROM saves;', '1'],
    ['an insert', 'WITH a AS (SELECT 1) INSERT INTO plans (id) SELECT 1;', '1'],
    ['an unknown statement', 'ALTER SEQUENCE live_notices_id_seq RESTART;', '1'],
  ])('reports %s as a breaking change', (_, sql, found) => {
    expect(noticed(sql)).toEqual([found])
  })

  it.each([
    ['a new table', 'CREATE TABLE toys (pet_id uuid NOT NULL REFERENCES pets(id) ON DELETE cascade);'],
    ['a new column that may be null', 'ALTER TABLE "users" ADD COLUMN "shoe" integer;'],
    ['a new column with a default', 'ALTER TABLE users ADD COLUMN shoe integer DEFAULT 0 NOT NULL;'],
    [
      'an update that fills a new column',
      'ALTER TABLE users ADD COLUMN shoe integer;UPDATE users SET shoe = length(bio) WHERE bio IS NOT NULL;',
    ],
    ['a check on a new column', 'ALTER TABLE users ADD CONSTRAINT c CHECK (shoe > 0);'],
    ['a new default', "ALTER TABLE users ALTER COLUMN bio SET DEFAULT '';"],
    ['a new index', 'CREATE INDEX i ON users USING btree (fullname);'],
    ['a new function with any body', 'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ DROP TABLE users; $$;'],
    [
      'statements in a literal or a comment',
      "INSERT INTO toys VALUES ('; DROP TABLE users;'); -- DROP TABLE users;\n/* DROP TABLE users; */",
    ],
    ['a drop of a table and a column newer than the release', 'DROP TABLE toys;ALTER TABLE users DROP COLUMN shoe;'],
  ])('reports no breaking change for %s', (_, sql) => {
    expect(noticed(sql)).toEqual([])
  })
})

describe('findMigrationOffences', () => {
  const root = mkdtempSync(join(tmpdir(), 'pawtrait-house-'))
  const folder = join(root, 'apps/server/migrations')
  afterAll(() => rmSync(root, { recursive: true }))
  const last = migrations.find(({ name }) => name === first.migration)
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'))
  const entriesBefore = journal.entries.filter(({ tag }: { tag: string }) => tag <= first.migration)

  const isLater = (file: string) => /^\d{4}_/.test(file) && file.slice(0, 4) > first.migration.slice(0, 4)

  /** Returns the offences if each of these migrations is added in a separate release, after the first release. */
  function offences(...added: string[]) {
    rmSync(root, { recursive: true, force: true })
    cpSync(migrationsFolder, folder, { recursive: true, filter: (path) => !isLater(basename(path)) })
    const entries = added.map((sql, i) => {
      const tag = `00${41 + i}_more`
      writeFileSync(join(folder, `${tag}.sql`), sql)
      return { ...entriesBefore.at(-1), when: (last?.when ?? 0) + 1 + i, tag }
    })
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries: [...entriesBefore, ...entries] }))
    writeFileSync(join(folder, 'releases.json'), JSON.stringify([first]))
    return (version: string, ...later: { version: string; migration: string; without: string }[]) => {
      for (const { migration, without } of later) {
        const snapshot = JSON.parse(
          readFileSync(join(folder, `meta/${first.migration.slice(0, 4)}_snapshot.json`), 'utf8'),
        )
        delete snapshot.tables['public.users'].columns[without]
        writeFileSync(join(folder, `meta/${migration.slice(0, 4)}_snapshot.json`), JSON.stringify(snapshot))
      }
      const releases = [first, ...later.map((release) => ({ ...release, functions: [] }))]
      writeFileSync(join(folder, 'releases.json'), JSON.stringify(releases))
      return findMigrationOffences(root, version).map(({ rule }) => rule)
    }
  }
  const drop = 'ALTER TABLE users DROP COLUMN bio;'

  it('accepts a migration that only adds a column', () => {
    expect(offences('ALTER TABLE users ADD COLUMN shoe integer;')(first.version)).toEqual([])
  })

  it('requires a reason for a change that affects the last release', () => {
    const sql = 'CREATE TRIGGER t AFTER INSERT ON posts FOR EACH ROW EXECUTE FUNCTION f();'
    expect(offences(sql)(first.version)).toEqual([expect.stringContaining('give the reason in the first line')])
    expect(offences(`-- expand:\n${sql}`)(first.version)).toHaveLength(1)
    expect(offences(`-- expand: it counts what is new\n${sql}`)(first.version)).toEqual([])
  })

  it('refuses to drop a column that the last release uses, even if a comment declares the removal', () => {
    const refused = (sql: string) => offences(sql)(first.version)
    expect(refused(drop)).toEqual([expect.stringContaining('Removes users.bio, which 0.1.0 uses')])
    expect(refused(`-- expand: no reason\n${drop}`)).toEqual([expect.stringContaining('Removes users.bio')])
    expect(refused(`-- contract since 0.1.0: unused\n${drop}`)).toEqual([
      expect.stringContaining('Release 0.1.0 still uses users.bio'),
    ])
    expect(refused(`-- contract since 0.2.0: unused\n${drop}`)).toEqual([
      expect.stringContaining('since 0.2.0, which is not a supported release'),
    ])
  })

  it('accepts a declared removal of a column that the last release no longer uses', () => {
    const stopped = { version: '0.2.0', migration: '0041_more', without: 'bio' }
    const stays = '-- users.bio stays for the release before\n'
    expect(offences(stays, drop)('0.2.0', stopped)).toEqual([
      expect.stringContaining('Removes users.bio, which 0.1.0 uses'),
    ])
    expect(offences(stays, `-- contract since 0.1.0: unused\n${drop}`)('0.2.0', stopped)).toEqual([
      expect.stringContaining('Release 0.1.0 still uses users.bio'),
    ])
    expect(offences(stays, `-- contract since 0.2.0: unused\n${drop}`)('0.2.0', stopped)).toEqual([])
  })

  it('asks for a run of note-release when releases.json lacks the version of package.json', () => {
    expect(offences()('0.2.0')).toEqual([expect.stringContaining('note-release')])
  })

  it('refuses a migration that is missing from the journal or older than the previous migration', () => {
    const of = offences('CREATE INDEX i ON users USING btree (fullname);')
    writeFileSync(join(folder, '0099_more.sql'), 'SELECT 1;')
    const journal = join(folder, 'meta/_journal.json')
    writeFileSync(journal, readFileSync(journal, 'utf8').replace(String((last?.when ?? 0) + 1), String(last?.when)))
    expect(of(first.version)).toEqual([
      expect.stringContaining('journal does not contain this migration'),
      expect.stringContaining('never run'),
    ])
  })
})

it('findUnusedSnapshots returns all snapshots except those of the newest migration and of releases', () => {
  const files = ['_journal.json', '0040_snapshot.json', '0041_snapshot.json', '0042_snapshot.json']
  const three = ['0040_a', '0041_b', '0042_c'].map((name) => ({ name, when: 1, sql: '', declared: undefined }))
  const release = { version: '0.1.0', migration: '0040_a', functions: [] }
  expect(findUnusedSnapshots(files, three, [release])).toEqual(['0041_snapshot.json'])
})
