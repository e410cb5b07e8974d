import { userJobs } from '#features/users/jobs.ts'
import { contextOf, type Deps, system } from '#platform/context.ts'
import { mediaJobs } from '#features/media/jobs.ts'
import { blockJobs } from '#features/blocks/jobs.ts'
import { followJobs } from '#features/follows/jobs.ts'
import { paymentJobs } from '#features/payments/jobs.ts'
import { petJobs } from '#features/pets/jobs.ts'
import { premiumJobs } from '#features/premium/jobs.ts'
import { postJobs } from '#features/posts/jobs.ts'
import type { Worker } from '#platform/jobs.ts'
import { sweepThrottles } from '#platform/throttle.ts'
import { sweepIdempotencyKeys } from '#platform/idempotency.ts'

/** Everything that runs later or by the clock, collected from the features. */
export function workers(deps: Deps): Worker[] {
  const ctx = () => contextOf(deps, system)
  return [
    ...userJobs(ctx),
    ...mediaJobs(ctx),
    ...petJobs(ctx),
    ...followJobs(ctx),
    ...postJobs(ctx),
    ...premiumJobs(ctx),
    ...blockJobs(ctx),
    ...paymentJobs(ctx),
    {
      name: 'sweep-limits',
      cron: '*/10 * * * *',
      work: async () => {
        const { db, now } = ctx()
        await sweepThrottles(db, now)
        await sweepIdempotencyKeys(db, now)
      },
    },
  ]
}
