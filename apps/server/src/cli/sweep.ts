import { withFreedDiskReserve } from '@pawtrait/postgres/disk-reserve.ts'
import type { Config } from '#app/config/config.ts'
import { getClusterFolder } from '#app/process/start-cluster.ts'
import { createWorkers } from '#app/process/workers.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { type Command, successWithLines } from './command.ts'
import { withDependencies } from './dependencies.ts'

/** Whether a job only deletes old data. Excludes `sweep-payments`, because it calls payment providers. */
const isCleanUp = ({ name, cron }: Worker) =>
  cron !== undefined && /^(sweep|forget)-/.test(name) && name !== 'sweep-payments'

/**
 * Runs the app's scheduled clean-up jobs now and prints a line per job. On a full disk, first frees the space that the
 * app reserves for the database, because deleting rows needs space.
 * @throws the last error of a failed job, after running all jobs
 */
const sweepNow = (config: Config) => withFreedDiskReserve(getClusterFolder(config), () => sweep(config))

const sweep = (config: Config) =>
  withDependencies(config, 'update', async (deps) => {
    const workers = createWorkers(deps)
    await deps.jobs.prepare(workers)
    const lines: string[] = []
    let failure: unknown
    for (const { name, work } of workers.filter(isCleanUp))
      try {
        await work({} as never) // scheduled jobs have no payload
        lines.push(`${name}: done`)
      } catch (error) {
        deps.log.error('jobs', error, { job: name })
        failure = error
      }
    if (failure) throw failure
    return successWithLines(...lines)
  })

export const readSweepCommand = ([, ...rest]: string[]): Command | undefined =>
  rest.length === 0 ? ({ config }) => sweepNow(config()) : undefined
