import { createPet, editPet, type Pet, setPortrait } from '@pawtrait/contract/pets/pets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { uploadPicture } from '#features/media/upload-picture.ts'
import { call, repeatKeys } from '#lib/server/call.ts'
import { keepPet, refreshPetLists } from './pet-cache.ts'
import { bodyOf, type PetDraft } from './pet-draft.ts'

/**
 * Saves a pet with its portrait. The photo goes up first, so that nothing is half saved when it fails; what did reach
 * the server is not sent again when the rest is tried once more. What is on its way into the form is waited for.
 */
export function useSavePet(known: Pet | null) {
  const queries = useQueryClient()
  const created = useRef(known)
  const [key] = useState(repeatKeys)
  return useMutation({
    mutationKey: ['save-pet', known?.id ?? 'new'],
    mutationFn: async (settled: () => Promise<PetDraft>): Promise<Pet> => {
      const draft = await settled()
      const photo = draft.portrait && (await uploadPicture(draft.portrait))
      const body = bodyOf(draft)
      const saved = created.current
        ? await call(editPet, { params: { id: created.current.id }, body })
        : await call(createPet, { body, idempotencyKey: key.of(body) })
      created.current = saved
      return photo ? call(setPortrait, { params: { id: saved.id }, body: { photo } }) : saved
    },
    onSuccess: (pet) => keepPet(queries, pet),
    // The pet itself may be there although its portrait failed.
    onError: () => refreshPetLists(queries),
  })
}
