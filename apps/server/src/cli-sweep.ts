import type { Worker } from '#platform/jobs.ts'
import { withDeps } from './cli-deps.ts'
import type { Config } from './config.ts'
import { workers } from './workers.ts'

/** What the app clears away by the clock. Payments are left to it: their sweep asks providers, which is no clearing. */
const clears = ({ name, cron }: Worker) =>
  cron !== undefined && /^(sweep|forget)-/.test(name) && name !== 'sweep-payments'

/**
 * Clears away now what the app would within the day: photos put nowhere and files of none, ended stories, old
 * notifications, limits, answers and declined requests. Gives a line for each part, as it is printed.
 * @throws the last error, when a part failed; the others have run
 */
export const sweepNow = (config: Config): Promise<string> =>
  withDeps(config, async (deps) => {
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
    return `${lines.join('\n')}\n`
  })
