import { createPet, editPet, type Pet, setPortrait } from '@pawtrait/contract/pets/pets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { uploadPicture } from '#features/media/upload-picture.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useFormDraft } from '#lib/forms/use-form-draft.ts'
import { call, idempotencyKeys } from '#lib/server/call.ts'
import { useVisit } from '#shell/navigation/PageRouter.tsx'
import { UnsavedDialog, useUnsavedGuard } from '#shell/UnsavedGuard.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { PetForm } from './PetForm.tsx'
import { keepPet, refreshPetLists } from './pet-cache.ts'
import { bodyOf, changedFields, draftOf, newDraft, type PetDraft } from './pet-draft.ts'

const words = {
  name: phrases.pets.changedName,
  species: phrases.pets.changedSpecies,
  backdrop: phrases.pets.changedBackdrop,
  breed: phrases.pets.changedBreed,
  sex: phrases.pets.changedSex,
  birthday: phrases.pets.changedBirthday,
  gotchaDay: phrases.pets.changedGotchaDay,
  bio: phrases.pets.changedBio,
  portrait: phrases.pets.changedPortrait,
} as const

type PetEditorProps = {
  pet: Pet | null
  /** Returns the next address, for the saved pet; or for null after a cancel. */
  onward: (pet: Pet | null) => string
  /** Receives a function that leaves without the dialog, for a deleted pet. */
  children?: (leaveFreely: () => void) => React.ReactNode
}

/** Form of a pet, with a confirmation before unsaved changes are lost. */
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
    toast({ text: pet ? t(phrases.pets.savedToast) : t(phrases.pets.createdToast, { name: saved.name }) })
    // The user edited the form after pressing Save: stay, so that the new changes are not lost.
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
 * Saves a pet with its portrait. The photo is uploaded first, so that a failure leaves nothing half saved.
 * A retry does not repeat finished uploads. Waits for a portrait that is still being read.
 */
function useSavePet(known: Pet | null) {
  const queries = useQueryClient()
  const created = useRef(known)
  const [key] = useState(idempotencyKeys)
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
    // The pet may exist even though its portrait failed.
    onError: () => refreshPetLists(queries),
  })
}
