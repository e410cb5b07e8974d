import { withReserveLent } from '@pawtrait/postgres/reserve.ts'
import type { Config } from '#app/config/config.ts'
import { clusterFolder } from '#app/process/start-cluster.ts'
import { workers } from '#app/process/workers.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { type Command, said } from './command.ts'
import { withDeps } from './dependencies.ts'

/** What the app clears away by the clock. Payments are left to it: their sweep asks providers, which is no clearing. */
const clears = ({ name, cron }: Worker) =>
  cron !== undefined && /^(sweep|forget)-/.test(name) && name !== 'sweep-payments'

/**
 * Clears away now what the app would within the day: photos put nowhere and files of none, ended stories, old
 * notifications, limits, answers and declined requests. Gives a line for each part, as it is printed.
 * Works on a full disk too: the reserve of the database is lent, because deleting rows needs some space first.
 * @throws the last error, when a part failed; the others have run
 */
const sweepNow = (config: Config) => withReserveLent(clusterFolder(config), () => sweep(config))

const sweep = (config: Config) =>
  withDeps(config, 'update', async (deps) => {
    const all = workers(deps)
    await deps.jobs.prepare(all)
    const lines: string[] = []
    let failure: unknown
    for (const { name, work } of all.filter(clears))
      try {
        await work({} as never) // run by the clock, they are given nothing
        lines.push(`${name}: done`)
      } catch (error) {
        deps.log.error('jobs', error, { job: name })
        failure = error
      }
    if (failure) throw failure
    return said(...lines)
  })

/** Parses the arguments of `pawtrait`. Returns undefined unless they are this command. */
export const readSweepCommand = ([, ...rest]: string[]): Command | undefined =>
  rest.length === 0 ? ({ config }) => sweepNow(config()) : undefined
