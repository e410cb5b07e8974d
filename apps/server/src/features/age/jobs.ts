import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { sweepGuardianRequests } from './answer-guardian-link.ts'
import { askSignUpGuardian } from './ask-guardian.ts'
import { sweepSignUpGuardians } from './sign-up-guardian.ts'

export const ageJobs = (ctx: () => Context): Worker[] => [
  { name: 'ask-sign-up-guardian', work: ({ user }: { user: UserId }) => askSignUpGuardian(ctx(), user) },
  {
    name: 'forget-guardian-requests',
    cron: '41 * * * *',
    work: async () => {
      await sweepGuardianRequests(ctx())
      await sweepSignUpGuardians(ctx())
    },
  },
]
