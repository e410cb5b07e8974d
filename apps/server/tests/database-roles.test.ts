import { randomUUID } from 'node:crypto'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { expect, inject, it } from 'vitest'
import { readConfig } from '#app/config/config.ts'
import { openDatabase } from '#app/process/open-database.ts'
import { connect } from '#platform/database/db.ts'

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
