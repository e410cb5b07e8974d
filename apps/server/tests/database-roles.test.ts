import { randomUUID } from 'node:crypto'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { expect, inject, it } from 'vitest'
import { readConfig } from '#app/config/config.ts'
import { openDatabase } from '#app/process/open-database.ts'
import { connect } from '#platform/database/db.ts'
import { examineDatabase } from '#platform/database/examine-database.ts'

it('openDatabase connects to an external PostgreSQL as a role that reads rows but cannot drop tables', async () => {
  const cluster = TestCluster.at(inject('cluster'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await cluster.createDatabase(name)
  const url = (role: 'owner' | 'app') => {
    const { host, port, user } = cluster.connection(role)
    return `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`
  }
  const config = readConfig({ DATABASE_URL: url('app'), MIGRATION_DATABASE_URL: url('owner') })
  const opened = await openDatabase(config, () => {})
  const database = connect(opened.connection, { max: 1 })
  try {
    expect(await database.rows(sql`select id from users`)).toEqual([])
    await expect(database.rows(sql`drop table users`)).rejects.toThrow('must be owner')
  } finally {
    await database.close()
    await opened.stop()
  }
})

it('openDatabase and `pawtrait doctor` warn if the database locale lower-cases only the letters A to Z', async () => {
  const cluster = TestCluster.at(inject('cluster'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = (role: 'superuser' | 'owner', database: string) => {
    const { host, port, user } = cluster.connection(role)
    return `postgres://${user}@${encodeURIComponent(host)}:${port}/${database}`
  }
  const admin = connect(url('superuser', 'postgres'), { max: 1 })
  const warnings: string[] = []
  try {
    const { user } = cluster.connection('owner')
    await admin.rows(
      sql.raw(`create database ${name} owner ${user} template template0 locale_provider libc locale 'C'`),
    )
    const owner = url('owner', name)
    const opened = await openDatabase(readConfig({ DATABASE_URL: owner }), (line) => warnings.push(line))
    await opened.stop()
    expect(warnings.join()).toMatch(/search for “собака” does not find “СОБАКА”/)
    expect(await examineDatabase({ app: owner, owner }, 1, () => new Date())).toContainEqual(
      expect.objectContaining({ what: 'locale', ok: false }),
    )
  } finally {
    await admin.close()
    await cluster.dropDatabase(name)
  }
})
