import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { deleteOldBirthdayPaws, publishBirthdays } from './publish-birthdays.ts'
import { removeFormerSitterAvatars } from './remove-former-sitter-avatars.ts'
import { closeExpiredInvites, transferOwnerlessPets } from './transfer-ownerless-pets.ts'

export const petJobs = (ctx: () => Context): Worker[] => [
  { name: 'pass-on-pets', cron: '17 * * * *', work: () => transferOwnerlessPets(ctx()) },
  // Runs every 15 minutes, because time zone offsets are multiples of 15 minutes.
  { name: 'tell-birthdays', cron: '*/15 * * * *', work: () => publishBirthdays(ctx()) },
  {
    name: 'forget-paws',
    cron: '47 3 * * *',
    work: async () => {
      await deleteOldBirthdayPaws(ctx())
    },
  },
  { name: 'end-sitting', cron: '*/15 * * * *', work: () => removeFormerSitterAvatars(ctx()) },
  { name: 'close-old-invites', cron: '37 * * * *', work: () => closeExpiredInvites(ctx()) },
]
