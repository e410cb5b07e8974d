import {
  acceptInvitation,
  acceptInviteLink,
  declineInvitation,
  type Invitation,
} from '@pawtrait/contract/pets/pet-people.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keepPet } from '#features/pets/pet-cache.ts'
import { call } from '#lib/server/call.ts'
import { invitationQuery } from './people-cache.ts'

/** Says yes: to an invitation by name, or, with its secret, to a one-time link. */
export function useSayYes({ id }: Invitation, token: string | null) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['invite-yes', id],
    mutationFn: (): Promise<Pet> =>
      token === null ? call(acceptInvitation, { params: { id } }) : call(acceptInviteLink, { body: { token } }),
    onSuccess: (pet) => keepPet(queries, pet),
  })
}

export function useSayNo({ id }: Invitation) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['invite-no', id],
    mutationFn: () => call(declineInvitation, { params: { id } }),
    onSuccess: () => queries.invalidateQueries(invitationQuery(id)),
  })
}
