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
import { petActionsQuery, petPeopleQuery } from './people-cache.ts'

type Whose = Pick<Pet, 'id' | 'slug'>

/** Refetches everything that shows a pet's people. */
const readPeople = (queries: QueryClient, { id, slug }: Whose) =>
  Promise.all([
    queries.invalidateQueries(petPeopleQuery(id)),
    queries.invalidateQueries({ queryKey: petActionsQuery(id).queryKey }),
    queries.invalidateQueries({ ...petQuery(slug), refetchType: 'none' }),
  ])

/** Mutation of a pet's people. Refetches after success and failure. */
function usePeopleChange<Sent, Answer>(pet: Whose, name: string, send: (sent: Sent) => Promise<Answer>) {
  const queries = useQueryClient()
  return useMutation({ mutationKey: [name], mutationFn: send, onSettled: () => readPeople(queries, pet) })
}

/** Invites a user by name, or creates a link. */
export const useInvite = (pet: Whose) =>
  usePeopleChange(pet, 'pet-invite', (body: NewInvite) => call(inviteToPet, { params: { id: pet.id }, body }))

export const useTakeBack = (pet: Whose) =>
  usePeopleChange(pet, 'pet-take-back', (invite: InviteId) => call(cancelPetInvite, { params: { id: pet.id, invite } }))

export type RoleChange = { user: UserId; role: Exclude<PetRole, 'owner'>; until: string | null }

export const useChangeRole = (pet: Whose) =>
  usePeopleChange(pet, 'pet-role', ({ user, ...body }: RoleChange) =>
    call(changePetRole, { params: { id: pet.id, user }, body }),
  )

const takeOff = (pet: Whose, user: UserId) => call(removePetPerson, { params: { id: pet.id, user } })

export const useRemovePerson = (pet: Whose) => usePeopleChange(pet, 'pet-remove', (user: UserId) => takeOff(pet, user))

/** Leaves the pet. Its page and the lists that name it are refetched. */
export function useLeavePet(pet: Whose) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['pet-leave'],
    mutationFn: (user: UserId) => takeOff(pet, user),
    onSuccess: async () => {
      queries.removeQueries(petPeopleQuery(pet.id))
      await queries.invalidateQueries({ queryKey: ['user-pets'] })
      await queries.invalidateQueries({ ...petQuery(pet.slug), refetchType: 'none' })
    },
  })
}
