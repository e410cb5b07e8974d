import type { InviteId, UserId } from '@pawtrait/contract/ids.ts'
import {
  cancelPetInvite,
  changePetRole,
  inviteToPet,
  type NewInvite,
  removePetPerson,
} from '@pawtrait/contract/pets/pet-people.ts'
import type { Pet, PetRole } from '@pawtrait/contract/pets/pets.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { petQuery } from '#features/pets/pet-cache.ts'
import { call } from '#lib/server/call.ts'
import { petHistoryQuery, petPeopleQuery } from './pet-people-cache.ts'

type PetRef = Pick<Pet, 'id' | 'slug'>

/** Refetches the people and the history of a pet, and marks the cached pet as stale. */
const refetchPeople = (queries: QueryClient, { id, slug }: PetRef) =>
  Promise.all([
    queries.invalidateQueries(petPeopleQuery(id)),
    queries.invalidateQueries({ queryKey: petHistoryQuery(id).queryKey }),
    queries.invalidateQueries({ ...petQuery(slug), refetchType: 'none' }),
  ])

/** Mutation that changes a pet's people, then refetches them, also after a failure. */
function usePeopleChange<Sent, Answer>(pet: PetRef, name: string, send: (sent: Sent) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({ mutationKey: [name], mutationFn: send, onSettled: () => refetchPeople(queries, pet) })
}

/** Mutation that invites a user by name, or creates a one-time link. */
export const useInvite = (pet: PetRef) =>
  usePeopleChange(pet, 'pet-invite', (body: NewInvite) => call(inviteToPet, { params: { id: pet.id }, body }))

export const useCancelInvite = (pet: PetRef) =>
  usePeopleChange(pet, 'pet-take-back', (invite: InviteId) => call(cancelPetInvite, { params: { id: pet.id, invite } }))

export type RoleChange = { user: UserId; role: Exclude<PetRole, 'owner'>; until: string | null }

export const useChangeRole = (pet: PetRef) =>
  usePeopleChange(pet, 'pet-role', ({ user, ...body }: RoleChange) =>
    call(changePetRole, { params: { id: pet.id, user }, body }),
  )

const removePerson = (pet: PetRef, user: UserId) => call(removePetPerson, { params: { id: pet.id, user } })

export const useRemovePerson = (pet: PetRef) =>
  usePeopleChange(pet, 'pet-remove', (user: UserId) => removePerson(pet, user))

/** Mutation that removes the viewer from a pet's people, then invalidates the pet and the lists of pets. */
export function useLeavePet(pet: PetRef) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['pet-leave'],
    mutationFn: (user: UserId) => removePerson(pet, user),
    onSuccess: async () => {
      queries.removeQueries(petPeopleQuery(pet.id))
      await queries.invalidateQueries({ queryKey: ['user-pets'] })
      await queries.invalidateQueries({ ...petQuery(pet.slug), refetchType: 'none' })
    },
  })
}
