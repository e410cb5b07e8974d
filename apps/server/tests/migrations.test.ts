import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { expect, inject, it } from 'vitest'
import { connect } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { migrationsFolder as folder } from '#platform/database/migration-files.ts'
import { copyMigrationsWith } from '#testing/database/copy-migrations.ts'

it('migrate runs each migration once for three parallel starts on an empty database (security check F09)', async () => {
  const cluster = TestCluster.at(inject('cluster'))
  const name = `race_${randomUUID().replaceAll('-', '')}`
  await cluster.createDatabase(name)
  const owner = cluster.connection('owner', name)
  const { user } = cluster.connection('app')
  await Promise.all([migrate(owner, user), migrate(owner, user), migrate(owner, user)])
  const database = connect(owner, { max: 1 })
  try {
    const applied = await database.rows<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`)
    const migrationFiles = readdirSync(folder).filter((file) => file.endsWith('.sql'))
    expect(applied).toHaveLength(migrationFiles.length)
    expect(new Set(applied.map(({ hash }) => hash)).size).toBe(migrationFiles.length)
    const app = connect(cluster.connection('app', name), { max: 1 })
    expect(await app.rows(sql`select 1 from users`)).toEqual([])
    await app.close()
  } finally {
    await database.close()
  }
})

it('migrate revokes update and delete on append-only tables from the app’s role', async () => {
  const cluster = TestCluster.at(inject('cluster'))
  const name = `rights_${randomUUID().replaceAll('-', '')}`
  await cluster.copyDatabase('template_pawtrait', name)
  const owner = cluster.connection('owner', name)
  const { user } = cluster.connection('app')
  const database = connect(owner, { max: 1 })
  const selectRestrictedTables = () =>
    database.rows<{ table: string }>(sql`
      select relname as table from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and not (has_table_privilege(${user}, oid, 'insert') and has_table_privilege(${user}, oid, 'update')
          and has_table_privilege(${user}, oid, 'delete')) order by relname`)
  const appendOnlyTables = [
    { table: 'moderation_log' },
    { table: 'moderation_log_heads' },
    { table: 'moderation_log_macs' },
  ]
  try {
    expect(await selectRestrictedTables()).toEqual(appendOnlyTables)
    await database.rows(sql`grant update on moderation_log to pawtrait_app`)
    await database.rows(sql`grant update, delete on moderation_log_heads to pawtrait_app`)
    await migrate(owner, user)
    expect(await selectRestrictedTables()).toEqual(appendOnlyTables)
  } finally {
    await database.close()
  }
})

it('migrate waits for the lock on a busy table briefly and repeatedly, so that reads proceed', async () => {
  const cluster = TestCluster.at(inject('cluster'))
  const name = `busy_${randomUUID().replaceAll('-', '')}`
  await cluster.copyDatabase('template_pawtrait', name)
  const owner = cluster.connection('owner', name)
  const [holder, reader] = [connect(owner, { max: 1 }), connect(owner, { max: 2 })]
  const migrationsFolder = copyMigrationsWith(['alter table users add column one_more integer'])
  const lockWaits = sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query like 'alter table users add column one_more%'`
  const newColumn = sql`
    select 1 from information_schema.columns where table_name = 'users' and column_name = 'one_more'`
  try {
    let migrating: Promise<void> | undefined
    await holder.transaction(async (db) => {
      await db.rows(sql`select 1 from users limit 1`)
      migrating = migrate(owner, undefined, { migrationsFolder, lockMs: 200 })
      migrating.catch(() => {})
      await expect.poll(() => reader.rows(lockWaits), { timeout: 30_000, interval: 5 }).toHaveLength(1)
      // This query waits until the migration's lock request times out. The migration is not applied yet.
      expect(await reader.rows(sql`select id from users`)).toEqual([])
      expect(await reader.rows(newColumn)).toEqual([])
    })
    await migrating
    expect(await reader.rows(newColumn)).toHaveLength(1)
  } finally {
    rmSync(migrationsFolder, { recursive: true })
    await Promise.all([holder.close(), reader.close()])
  }
}, 60_000)

it('migrate collects statistics of a large table without statistics, as after loading a dump', async () => {
  const cluster = TestCluster.at(inject('cluster'))
  const name = `dump_${randomUUID().replaceAll('-', '')}`
  await cluster.copyDatabase('template_pawtrait', name)
  const owner = cluster.connection('owner', name)
  const database = connect(owner, { max: 1 })
  const statistics = sql`select attname from pg_stats where tablename = 'tag_counts'`
  try {
    await database.rows(sql`alter table tag_counts set (autovacuum_enabled = false)`)
    await database.rows(sql`
      insert into tag_counts (tag, posts, uses, id)
      select 'tag' || n, 1, 1, gen_random_uuid() from generate_series(1, 20000) n`)
    expect(await database.rows(statistics)).toEqual([])
    await migrate(owner, undefined)
    expect(await database.rows(statistics)).not.toEqual([])
  } finally {
    await database.close()
  }
})
