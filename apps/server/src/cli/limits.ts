import type { Config } from '#app/config/config.ts'
import { listRateLimitCounts, resetRateLimitCounts } from '#features/sign-in/rate-limit-counts.ts'
import { rateLimits } from '#features/users/rate-limits.ts'
import { systemClock } from '#platform/clock.ts'
import { type Command, successWithLines } from './command.ts'
import { openCommandSecrets, withDependencies } from './dependencies.ts'

const formatLimits = () =>
  Object.entries(rateLimits).map(([action, { most, firstDay = most, seconds }]) =>
    [action, most, firstDay, `${seconds} s`].join('\t'),
  )

async function showLimits(config: Config, who: string | undefined, isLifted: boolean): Promise<string[]> {
  if (who === undefined) return ['action\tmaximum\ton the first day\tperiod', ...formatLimits()]
  return withDependencies(config, isLifted ? 'update' : 'read', async ({ database: db }) => {
    const ctx = { db, now: systemClock.now(), secrets: await openCommandSecrets(config) }
    if (isLifted) return [`${await resetRateLimitCounts(ctx, who)} counters reset.`]
    const counts = await listRateLimitCounts(ctx, who)
    if (counts.length === 0) return [`There are no counters for ${who}.`]
    return counts.map(({ what, count, endsAt }) => `${what}\t${count}\tuntil ${endsAt}`)
  })
}

export function readLimitsCommand([, who, ...flags]: string[]): Command | undefined {
  if (who?.startsWith('-') || flags.some((flag) => flag !== '--lift')) return undefined
  return async ({ config }) => successWithLines(...(await showLimits(config(), who, flags.length > 0)))
}
