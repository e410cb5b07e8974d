import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import type { TestProject } from 'vitest/node'
import { createWorkers } from '#app/process/workers.ts'
import { systemClock } from '#platform/clock.ts'
import type { Deps } from '#platform/context.ts'
import { connect } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { backgroundLimits } from '#platform/database/time-limits.ts'
import { createPgBossJobs } from '#platform/jobs/jobs.ts'
import { createJsonLog } from '#platform/monitoring/log.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: string
  }
}

const TEMPLATE = 'template_pawtrait'

/** Creates the job queues in the template, because creating them in each copy would take longer than copying. */
async function createQueues(cluster: TestCluster) {
  const database = connect(cluster.connection('app', TEMPLATE), { max: 1, limits: backgroundLimits })
  const jobs = createPgBossJobs(
    database,
    createJsonLog((line) => process.stderr.write(`${line}\n`), systemClock.now),
  )
  // Empty `Deps` suffice, because `prepare` reads only names and options of the workers.
  await jobs.prepare(createWorkers({} as Deps))
  await jobs.stop()
  await database.close()
}

/** Starts one temporary cluster per test run, with one migrated database that each test file copies. */
export default async function setup(project: TestProject) {
  const cluster = await TestCluster.start()
  await cluster.createDatabase(TEMPLATE)
  await migrate(cluster.connection('owner', TEMPLATE), cluster.connection('app').user)
  await createQueues(cluster)
  project.provide('cluster', cluster.address)
  return () => cluster.stop()
}
