import { deletePet, type Pet } from '@pawtrait/contract/pets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/call.ts'
import { refreshPetLists } from './pet-cache.ts'

/** Deletes a pet one cares for; lists are read again once the server has done it. */
export function useDeletePet({ id }: Pick<Pet, 'id'>) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['delete-pet', id],
    mutationFn: () => call(deletePet, { params: { id } }),
    onSuccess: () => refreshPetLists(queries),
  })
}
