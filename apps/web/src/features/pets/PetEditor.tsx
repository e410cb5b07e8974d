import { createPet, editPet, type Pet, setPortrait } from '@pawtrait/contract/pets/pets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { uploadPicture } from '#features/media/upload-picture.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useFormDraft } from '#lib/forms/use-form-draft.ts'
import { call, repeatKeys } from '#lib/server/call.ts'
import { useVisit } from '#shell/navigation/PageRouter.tsx'
import { UnsavedDialog, useUnsavedGuard } from '#shell/UnsavedGuard.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { PetForm } from './PetForm.tsx'
import { keepPet, refreshPetLists } from './pet-cache.ts'
import { bodyOf, changedFields, draftOf, newDraft, type PetDraft } from './pet-draft.ts'

const words = {
  name: phrases.pets.wordName,
  species: phrases.pets.wordSpecies,
  backdrop: phrases.pets.wordBackdrop,
  breed: phrases.pets.wordBreed,
  sex: phrases.pets.wordSex,
  birthday: phrases.pets.wordBirthday,
  gotchaDay: phrases.pets.wordGotchaDay,
  bio: phrases.pets.wordBio,
  portrait: phrases.pets.wordPortrait,
} as const

type PetEditorProps = {
  /** Null: a pet that is not there yet. */
  pet: Pet | null
  /** Where to go with the saved pet; without one, when it was given up. */
  onward: (pet: Pet | null) => string
  /** Told how to leave without the question, for a pet that was deleted. */
  children?: (leaveFreely: () => void) => React.ReactNode
}

/** The form of a pet with its guard: nothing typed is lost unasked. */
export function PetEditor({ pet, onward, children }: PetEditorProps) {
  const t = useTranslate()
  const visit = useVisit()
  const toast = useToast()
  const before = pet ? draftOf(pet) : newDraft
  const { draft, change, expect, settled, isStill } = useFormDraft<PetDraft>(before)
  const save = useSavePet(pet)
  const changes = changedFields(before, draft)
  const { blocked, leaveFreely } = useUnsavedGuard(changes.length > 0)
  const saveDraft = () => save.mutateAsync(settled).catch(() => null)
  const submit = async () => {
    const saved = await saveDraft()
    if (!saved) return
    toast({ text: pet ? t(phrases.pets.saved) : t(phrases.pets.created, { name: saved.name }) })
    // Somebody went on writing: what came after the press is theirs to save.
    if (!isStill()) return
    leaveFreely()
    await visit(onward(saved), { replace: true })
  }
  return (
    <>
      <PetForm
        draft={draft}
        onChange={change}
        onReading={expect}
        portrait={pet?.portrait ?? null}
        isNew={!pet}
        isSaving={save.isPending}
        error={save.error}
        onSave={() => void submit()}
        onCancel={() => void visit(onward(pet))}
      />
      {children?.(leaveFreely)}
      <UnsavedDialog
        blocked={blocked}
        changes={changes.map((field) => t(words[field]))}
        onSave={async () => (await saveDraft()) !== null}
      />
    </>
  )
}

/**
 * Saves a pet with its portrait. The photo goes up first, so that nothing is half saved when it fails; what did reach
 * the server is not sent again when the rest is tried once more. What is on its way into the form is waited for.
 */
function useSavePet(known: Pet | null) {
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
