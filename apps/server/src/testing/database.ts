import { randomUUID } from 'node:crypto'
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { inject } from 'vitest'
import { connect, type Database } from '#platform/db.ts'

/** A database of this test file's own, copied from the migrated template. */
export async function ownDatabase(max = 10): Promise<Database> {
  const cluster = TestCluster.at(inject('cluster'))
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await cluster.copyDatabase('template_pawtrait', name)
  return connect(cluster.connection('app', name), { max })
}
