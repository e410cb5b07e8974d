import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRunningEmbedded } from '@pawtrait/postgres/find-running-embedded.ts'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { readConfig } from '#app/config/config.ts'
import { openDatabase } from '#app/process/open-database.ts'
import { connect } from '#platform/database/db.ts'
import { releaseName } from '#platform/process/release.ts'

it('openDatabase rejects the data folder of a newer release and names both releases', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-newer-'))
  const config = readConfig({ DATA_DIR: dataDir })
  const refusal = () => openDatabase(config, () => {}).catch((error: unknown) => error)
  try {
    const first = await openDatabase(config, () => {})
    const owner = findRunningEmbedded(join(dataDir, 'postgres'))?.('owner') ?? ''
    const asOwner = connect(owner, { max: 1 })
    // Simulates a newer release, with a migration and a table that this program does not know.
    await asOwner.rows(sql`create table of_the_future (id int)`)
    await asOwner.rows(sql`
      insert into drizzle.__drizzle_migrations (hash, created_at)
      select 'of-the-future', max(created_at) + 1 from drizzle.__drizzle_migrations`)
    await asOwner.rows(sql`
      insert into drizzle.releases select max(created_at), '7.0.0, commit 12345678' from drizzle.__drizzle_migrations`)
    await asOwner.close()
    await first.stop()
    const message =
      `The data folder ${dataDir} was used by a newer release of Pawtrait (1 migration ahead): it is from ` +
      `7.0.0, commit 12345678, and this is ${releaseName}. ` +
      'Start that release, or restore a backup that this release can read.'
    expect(await refusal()).toMatchObject({ code: 'NEWER_DATA', message })
    expect(await refusal()).toMatchObject({ code: 'NEWER_DATA', message })
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 60_000)

it('openDatabase opens a data folder of the same release a second time', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-own-'))
  const config = readConfig({ DATA_DIR: dataDir })
  try {
    for (let start = 1; start <= 2; start++) {
      const opened = await openDatabase(config, () => {})
      const app = connect(opened.connection, { max: 1 })
      expect(await app.rows(sql`select 1 from users`)).toEqual([])
      await app.close()
      await opened.stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}, 60_000)
