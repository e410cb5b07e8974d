import type { PetId } from '@pawtrait/contract/ids.ts'
import { getBirthdays, getPetPostsOnThisDay, getPostsOnThisDay } from '@pawtrait/contract/pets/pet-days.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'

/** Query for followed pets that have their birthday today. */
export const birthdaysQuery = (call: ApiCall = browserCall) =>
  queryOptions({ queryKey: ['birthdays'], queryFn: async () => (await call(getBirthdays, {})).birthdays })

/** Query for posts from this day in earlier years with `pet`. Null means any of the viewer's pets. */
export const onThisDayQuery = (pet: PetId | null) =>
  queryOptions({
    queryKey: ['on-this-day', pet],
    queryFn: async () =>
      (pet === null
        ? await browserCall(getPostsOnThisDay, {})
        : await browserCall(getPetPostsOnThisDay, { params: { id: pet } })
      ).memories,
  })
