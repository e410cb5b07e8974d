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
import { cachePet, refreshPetLists } from './pet-cache.ts'
import { changedFields, emptyPetDraft, type PetDraft, toPetBody, toPetDraft } from './pet-draft.ts'

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
  /** Returns the path to open after a save or a cancel. `pet` is null if the user cancelled a new pet. */
  nextPath: (pet: Pet | null) => string
  /** Renders content below the form. `leaveFreely` lets the user leave without the dialog, after the pet is deleted. */
  children?: (leaveFreely: () => void) => React.ReactNode
}

/** Form that creates or edits a pet. With unsaved changes, a dialog asks before the user leaves the page. */
export function PetEditor({ pet, nextPath, children }: PetEditorProps) {
  const t = useTranslate()
  const visit = useVisit()
  const toast = useToast()
  const before = pet ? toPetDraft(pet) : emptyPetDraft
  const { draft, change, expect, settled, isStill } = useFormDraft<PetDraft>(before)
  const save = useSavePet(pet)
  const changes = changedFields(before, draft)
  const { blocked, leaveFreely } = useUnsavedGuard(changes.length > 0)
  const saveDraft = () => save.mutateAsync(settled).catch(() => null)
  const submit = async () => {
    const saved = await saveDraft()
    if (!saved) return
    toast({ text: pet ? t(phrases.pets.savedToast) : t(phrases.pets.createdToast, { name: saved.name }) })
    // The user has edited the form since Save was pressed: stay, so that the later edits are not lost.
    if (!isStill()) return
    leaveFreely()
    await visit(nextPath(saved), { replace: true })
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
        onCancel={() => void visit(nextPath(pet))}
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
 * Mutation that saves a pet with its portrait. Waits until the chosen portrait is decoded. Uploads the photo first, so
 * that a failed upload changes nothing. A retry does not repeat a finished upload.
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
      const body = toPetBody(draft)
      const saved = created.current
        ? await call(editPet, { params: { id: created.current.id }, body })
        : await call(createPet, { body, idempotencyKey: key.of(body) })
      created.current = saved
      return photo ? call(setPortrait, { params: { id: saved.id }, body: { photo } }) : saved
    },
    onSuccess: (pet) => cachePet(queries, pet),
    // The server may have saved the pet although it refused the portrait.
    onError: () => refreshPetLists(queries),
  })
}
