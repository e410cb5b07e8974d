import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { expect, inject, it } from 'vitest'
import { connect } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'

const folder = new URL('../migrations/', import.meta.url)

it('F09 instances that start together on an empty database migrate it once', async () => {
  const cluster = TestCluster.at(inject('cluster'))
  const name = `race_${randomUUID().replaceAll('-', '')}`
  await cluster.createDatabase(name)
  const owner = cluster.connection('owner', name)
  const { user } = cluster.connection('app')
  await Promise.all([migrate(owner, user), migrate(owner, user), migrate(owner, user)])
  const database = connect(owner, { max: 1 })
  try {
    const applied = await database.rows<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`)
    const written = readdirSync(folder).filter((file) => file.endsWith('.sql'))
    expect(applied).toHaveLength(written.length)
    expect(new Set(applied.map(({ hash }) => hash)).size).toBe(written.length)
    const app = connect(cluster.connection('app', name), { max: 1 })
    expect(await app.rows(sql`select 1 from users`)).toEqual([])
    await app.close()
  } finally {
    await database.close()
  }
})
