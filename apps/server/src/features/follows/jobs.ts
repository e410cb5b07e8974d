import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { deletePetFollows } from './queries.ts'

/** `end-pet-follows` is written by pets when one is removed. */
export const followJobs = (ctx: () => Context): Worker[] => [
  {
    name: 'end-pet-follows',
    work: async ({ pet }: { pet: PetId }) => {
      await deletePetFollows(ctx().db, pet)
    },
  },
]
