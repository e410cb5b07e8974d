import { heldLimits, liftLimits } from '#features/users/held-limits.ts'
import { rateLimits } from '#features/users/rate-limits.ts'
import { systemClock } from '#platform/clock.ts'
import { openSecrets } from '#platform/secrets.ts'
import { withDeps } from './cli-deps.ts'
import type { Config } from './config.ts'

const table = () =>
  Object.entries(rateLimits).map(([action, { most, firstDay = most, seconds }]) =>
    [action, most, firstDay, `${seconds} s`].join('\t'),
  )

/** The lines of `limits`: all of them, what is counted of somebody, or `--lift`: that nothing is any more. */
export async function showLimits(config: Config, who: string | undefined, isLifted: boolean): Promise<string[]> {
  if (who === undefined) return ['what\tmost\ton the first day\tin', ...table()]
  return withDeps(config, async ({ database: db }) => {
    const ctx = { db, now: systemClock.now(), secrets: await openSecrets(config) }
    if (isLifted) return [`${await liftLimits(ctx, who)} limits lifted.`]
    const held = await heldLimits(ctx, who)
    if (held.length === 0) return ['Nothing is counted.']
    return held.map(({ what, count, endsAt }) => `${what}\t${count}\tuntil ${endsAt}`)
  })
}
