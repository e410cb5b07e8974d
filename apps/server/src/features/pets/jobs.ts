import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { closeOldInvites, passOnPets } from './pass-on-pets.ts'

export const petJobs = (ctx: () => Context): Worker[] => [
  { name: 'pass-on-pets', cron: '17 * * * *', work: () => passOnPets(ctx()) },
  { name: 'close-old-invites', cron: '37 * * * *', work: () => closeOldInvites(ctx()) },
]
