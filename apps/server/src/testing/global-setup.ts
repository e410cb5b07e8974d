import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import type { TestProject } from 'vitest/node'
import { migrate } from '#platform/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: string
  }
}

/** One throw-away cluster a run, with one migrated database that every test file copies. */
export default async function setup(project: TestProject) {
  const cluster = await TestCluster.start()
  await cluster.createDatabase('template_pawtrait')
  await migrate(cluster.connection('owner', 'template_pawtrait'), cluster.connection('app').user)
  project.provide('cluster', cluster.address)
  return () => cluster.stop()
}
