import type { InviteId, UserId } from '@pawtrait/contract/ids.ts'
import {
  changePetRole,
  inviteToPet,
  type NewInvite,
  type PetPeople,
  removePetPerson,
  takeBackInvite,
} from '@pawtrait/contract/pet-people.ts'
import type { Pet, PetRole } from '@pawtrait/contract/pets.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/call.ts'
import { petActionsQuery, petPeopleQuery } from './people-cache.ts'
import { petQuery } from './pet-cache.ts'

type Whose = Pick<Pet, 'id' | 'slug'>

/** What shows a pet's people is read again. */
const readPeople = (queries: QueryClient, { id, slug }: Whose) =>
  Promise.all([
    queries.invalidateQueries(petPeopleQuery(id)),
    queries.invalidateQueries({ queryKey: petActionsQuery(id).queryKey }),
    queries.invalidateQueries({ ...petQuery(slug), refetchType: 'none' }),
  ])

/** Asks somebody by name, or makes a link. */
export function useInvite(pet: Whose) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['pet-invite'],
    mutationFn: (invite: NewInvite) => call(inviteToPet, { params: { id: pet.id }, body: invite }),
    onSuccess: () => readPeople(queries, pet),
  })
}

export function useTakeBack(pet: Whose) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['pet-take-back'],
    mutationFn: (invite: InviteId) => call(takeBackInvite, { params: { id: pet.id, invite } }),
    onSettled: () => readPeople(queries, pet),
  })
}

export type RoleChange = { user: UserId; role: Exclude<PetRole, 'owner'>; until: string | null }

export function useChangeRole(pet: Whose) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['pet-role'],
    mutationFn: ({ user, ...body }: RoleChange): Promise<PetPeople> =>
      call(changePetRole, { params: { id: pet.id, user }, body }),
    onSettled: () => readPeople(queries, pet),
  })
}

/** Takes somebody off the pet. */
export function useRemovePerson(pet: Whose) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['pet-remove'],
    mutationFn: (user: UserId) => call(removePetPerson, { params: { id: pet.id, user } }),
    onSettled: () => readPeople(queries, pet),
  })
}

/** Leaves the pet; its page and the lists that name it are read anew. */
export function useLeavePet(pet: Whose) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['pet-leave'],
    mutationFn: (user: UserId) => call(removePetPerson, { params: { id: pet.id, user } }),
    onSuccess: async () => {
      queries.removeQueries(petPeopleQuery(pet.id))
      await queries.invalidateQueries({ queryKey: ['user-pets'] })
      await queries.invalidateQueries({ ...petQuery(pet.slug), refetchType: 'none' })
    },
  })
}
