import { paths } from '@pawtrait/contract/paths.ts'
import { createPet, editPet, type Pet, setPortrait } from '@pawtrait/contract/pets/pets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { uploadPicture } from '#features/media/upload-picture.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useFormDraft } from '#lib/forms/use-form-draft.ts'
import { callOrQueue, QUEUED_CALL } from '#lib/outbox/queue-call.ts'
import { call, createIdempotencyKeys } from '#lib/server/call.ts'
import { isEditConflict, useEditedVersion } from '#lib/use-edited-version.ts'
import { useNavigateAndWait } from '#shell/navigation/PageRouter.tsx'
import { UnsavedChangesDialog, useUnsavedChangesGuard } from '#shell/UnsavedChangesDialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { ChangedFieldsNote, ConflictBox } from '#ui/states/ConflictBox.tsx'
import { PetForm } from './PetForm.tsx'
import { cachePet, petQuery, refreshPetLists } from './pet-cache.ts'
import {
  emptyPetDraft,
  listChangedPetFields,
  mergePetDrafts,
  type PetDraft,
  toPetDraft,
  toPetRequestBody,
} from './pet-draft.ts'

const changedFieldPhrases = {
  name: phrases.pets.nameField,
  species: phrases.pets.speciesField,
  backdrop: phrases.pets.backdropField,
  breed: phrases.pets.breedField,
  sex: phrases.pets.sexField,
  birthday: phrases.pets.birthdayField,
  gotchaDay: phrases.pets.gotchaDayField,
  bio: phrases.pets.bioField,
  portrait: phrases.pets.portraitField,
} as const

type PetEditorProps = {
  pet: Pet | null
  /** Returns the path to open after a save or a cancel. `pet` is null if the user cancelled a new pet. */
  nextPath: (pet: Pet | null) => string
  /**
   * Renders content below the form. After the pet was deleted, call `leaveFreely` to turn off the unsaved-changes
   * dialog.
   */
  children?: (leaveFreely: () => void) => React.ReactNode
}

/** Form that creates or edits a pet. With unsaved changes, a dialog asks before the user leaves the page. */
export function PetEditor({ pet, nextPath, children }: PetEditorProps) {
  const t = useTranslate()
  const visit = useNavigateAndWait()
  const toast = useToast()
  const { save, base, theirs, accept } = useSavePet(pet)
  const before = base ? toPetDraft(base) : emptyPetDraft
  const { draft, change, expect, settled, isStill } = useFormDraft<PetDraft>(before)
  const changes = listChangedPetFields(before, draft)
  const { blocked, leaveFreely } = useUnsavedChangesGuard(changes.length > 0)
  const saveDraft = (edited = base) => save.mutateAsync({ base: edited, settled }).catch(() => null)
  const submit = async (edited = base) => {
    const result = await saveDraft(edited)
    if (!result) return
    const { pet: saved, isQueued } = result
    const text = pet ? t(phrases.pets.savedToast) : t(phrases.pets.createdToast, { name: saved.name })
    toast({ text: isQueued ? t(phrases.app.outboxWaiting) : text })
    // Stays on the page if the user has edited the form since Save was pressed. The save does not include these edits.
    if (!isStill()) return
    leaveFreely()
    // Without a network the pet's page can't load, so open the feed, which lists the waiting edit.
    await visit(isQueued ? paths.feed : nextPath(saved), { replace: true })
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
        conflict={
          theirs && (
            <ConflictBox
              title={t(phrases.pets.conflictTitle)}
              onSaveOwn={() => {
                change((mine) => mergePetDrafts(before, mine, toPetDraft(theirs)))
                accept(theirs)
                void submit(theirs)
              }}
              onTakeOther={() => {
                change(toPetDraft(theirs))
                accept(theirs)
              }}
            >
              <ChangedFieldsNote
                fields={listChangedPetFields(before, toPetDraft(theirs)).map((field) => t(changedFieldPhrases[field]))}
              />
            </ConflictBox>
          )
        }
        onSave={() => void submit()}
        onCancel={() => void visit(nextPath(pet))}
      />
      {children?.(leaveFreely)}
      <UnsavedChangesDialog
        blocked={blocked}
        changes={changes.map((field) => t(changedFieldPhrases[field]))}
        onSave={async () => (await saveDraft()) !== null}
      />
    </>
  )
}

type Save = {
  /** Version of the pet that the user has edited; null for a new pet. */
  base: Pet | null
  settled: () => Promise<PetDraft>
}

/** `isQueued` is true if the edit waits in the outbox. */
type SavedPet = { pet: Pet; isQueued: boolean }

/** Saves an edit. Without a network, the edit waits in the outbox, unless there is also a portrait to save. */
function saveEdit({ id, slug, editedAt }: Pet, body: ReturnType<typeof toPetRequestBody>, hasPortrait: boolean) {
  const request = { params: { id }, body: { ...body, seen: editedAt } }
  if (hasPortrait) return call(editPet, request)
  const text = [body.name, body.bio].filter(Boolean).join(' – ')
  return callOrQueue(editPet, request, { kind: 'edit', thing: `pet:${slug}`, words: text, isState: true })
}

/**
 * Mutation that saves a pet with its portrait. Waits until the chosen portrait is decoded. Uploads the photo first, so
 * that a failed upload changes nothing. A retry does not repeat a finished upload.
 */
function useSavePet(start: Pet | null) {
  const queries = useQueryClient()
  const { base, theirs, setTheirs, accept } = useEditedVersion(start)
  const [key] = useState(createIdempotencyKeys)
  const save = useMutation({
    mutationKey: ['save-pet', start?.id ?? 'new'],
    mutationFn: async ({ base: edited, settled }: Save): Promise<SavedPet> => {
      const draft = await settled()
      const photo = draft.portrait && (await uploadPicture(draft.portrait))
      const body = toPetRequestBody(draft)
      const newPet = { body, idempotencyKey: key.of(body) }
      const saved = edited ? await saveEdit(edited, body, photo !== null) : await call(createPet, newPet)
      // The cast is safe, because only the edit of an existing pet is queued.
      if (saved === QUEUED_CALL) return { pet: { ...(edited as Pet), ...body }, isQueued: true }
      accept(saved)
      const params = { id: saved.id }
      return { pet: photo ? await call(setPortrait, { params, body: { photo } }) : saved, isQueued: false }
    },
    onSuccess: ({ pet }) => cachePet(queries, pet),
    onError: async (cause, { base: edited }) => {
      // Refetches the lists, because the server may have saved the pet although it refused the portrait.
      await refreshPetLists(queries)
      if (!edited || !isEditConflict(cause)) return
      const newest = await queries.fetchQuery({ ...petQuery(edited.slug), staleTime: 0 }).catch(() => null)
      if (newest && newest.editedAt !== edited.editedAt) setTheirs(newest)
    },
  })
  const acceptTheirs = (newest: Pet) => {
    accept(newest)
    save.reset()
  }
  return { save, base, theirs, accept: acceptTheirs }
}
