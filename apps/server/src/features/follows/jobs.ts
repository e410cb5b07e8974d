import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { acceptAllFollowRequests, sweepDeclinedRequests } from './answer-follow-request.ts'
import { deletePetFollows } from './queries.ts'

/** `end-pet-follows` runs after a pet is deleted (feature `pets`), `open-account` after an account becomes public. */
export const followJobs = (ctx: () => Context): Worker[] => [
  {
    name: 'end-pet-follows',
    work: async ({ pet }: { pet: PetId }) => {
      await deletePetFollows(ctx().db, pet)
    },
  },
  { name: 'open-account', work: async ({ user }: { user: UserId }) => acceptAllFollowRequests(ctx(), user) },
  {
    name: 'forget-declined-requests',
    cron: '41 * * * *',
    work: async () => {
      await sweepDeclinedRequests(ctx())
    },
  },
]
