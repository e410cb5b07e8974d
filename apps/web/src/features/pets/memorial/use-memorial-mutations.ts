import type { PetId, TributeId } from '@pawtrait/contract/ids.ts'
import { removeBirthdayPaw, sendBirthdayPaw } from '@pawtrait/contract/pets/pet-days.ts'
import {
  createTribute,
  decideTribute,
  deleteTribute,
  startMemorial,
  undoMemorial,
} from '@pawtrait/contract/pets/pet-memorial.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { birthdaysQuery } from '#features/pets/birthdays/anniversary-cache.ts'
import { cachePet } from '#features/pets/pet-cache.ts'
import { call, createIdempotencyKeys } from '#lib/server/call.ts'
import { tributesQuery } from './tribute-cache.ts'

/** Mutation that turns the page of a pet into a memorial. If the day of death is null, it reverts the memorial. */
export function useSetMemorial({ id }: Pick<Pet, 'id'>) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['memorial', id],
    mutationFn: (diedOn: string | null): Promise<Pet> =>
      diedOn === null
        ? call(undoMemorial, { params: { id } })
        : call(startMemorial, { params: { id }, body: { diedOn } }),
    onSuccess: (pet) => cachePet(queries, pet),
  })
}

function useTributes<Input>(pet: PetId, send: (sent: Input) => Promise<unknown>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: send, onSuccess: () => queries.invalidateQueries(tributesQuery(pet)) })
}

export function useSendTribute(pet: PetId) {
  const [key] = useState(createIdempotencyKeys)
  return useTributes(pet, async (text: string) => {
    await call(createTribute, { params: { id: pet }, body: { text }, idempotencyKey: key.of(text) })
    key.forget()
  })
}

/** Mutation for a tribute: an owner approves or declines it, or its author deletes it. */
export const useUpdateTribute = (pet: PetId) =>
  useTributes(pet, ({ id, to }: { id: TributeId; to: 'approved' | 'declined' | 'deleted' }) =>
    to === 'deleted'
      ? call(deleteTribute, { params: { id } })
      : call(decideTribute, { params: { id }, body: { state: to } }),
  )

/** Mutation that sends or withdraws a like of a pet's birthday. The update is not optimistic. */
export function useLikeBirthday(id: PetId) {
  const queries = useQueryClient()
  const { queryKey } = birthdaysQuery()
  return useMutation({
    mutationKey: ['birthday-paw', id],
    mutationFn: (isSent: boolean) => call(isSent ? sendBirthdayPaw : removeBirthdayPaw, { params: { id } }),
    onSuccess: (paws) =>
      queries.setQueryData(queryKey, (all = []) =>
        all.map((birthday) => (birthday.pet.id === id ? { ...birthday, ...paws } : birthday)),
      ),
  })
}
