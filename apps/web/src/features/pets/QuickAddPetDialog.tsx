import { createPet, type Pet, setPortrait } from '@pawtrait/contract/pets/pets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { preparePicture } from '#features/media/prepare-picture.ts'
import { uploadPicture } from '#features/media/upload-picture.ts'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { isImeComposition } from '#lib/forms/is-ime-composition.ts'
import { CallError, call, createIdempotencyKeys } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { cachePet } from './pet-cache.ts'
import { emptyPetDraft, PORTRAIT_ASPECT_RATIO, toPetRequestBody } from './pet-draft.ts'
import styles from './QuickAddPetDialog.module.css'
import { SpeciesPicker } from './SpeciesPicker.tsx'

type QuickAddPetDialogProps = {
  open: boolean
  onClose: () => void
  /** Photo of the post that the form offers as the pet's portrait. */
  photo: File | null
  onAdded: (pet: Pet) => void
}

/** Dialog that adds a pet from the form of a post. It asks only for the name and the species. */
export function QuickAddPetDialog({ open, onClose, photo, onAdded }: QuickAddPetDialogProps) {
  const t = useTranslate()
  const [{ name, species }, setPet] = useState({ name: '', species: emptyPetDraft.species })
  const [isPortrait, setPortraitWanted] = useState(true)
  const add = useAddPet((pet) => {
    onAdded(pet)
    onClose()
  })
  const press = () => {
    if (name.trim() && !add.isPending) add.mutate({ name, species, portrait: isPortrait ? photo : null })
  }
  // Prevents the default action of Enter. Enter would submit the post, because the dialog is inside its form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    if (!isImeComposition(event.nativeEvent)) press()
  }
  const actions = (
    <>
      <Button busy={add.isPending} disabled={name.trim() === ''} onClick={press}>
        {t(phrases.pets.quickAddButton)}
      </Button>
      <Button kind="ghost" onClick={onClose}>
        {t(phrases.ui.cancel)}
      </Button>
    </>
  )
  return (
    <Dialog {...{ open, onClose, actions }} title={t(phrases.pets.quickAddTitle)} closeLabel={t(phrases.ui.close)}>
      <div role="presentation" className={styles.fields} onKeyDown={onKeyDown}>
        <Field
          data-autofocus
          label={t(phrases.pets.nameLabel)}
          value={name}
          maxLength={60}
          autoComplete="off"
          enterKeyHint="done"
          error={add.error instanceof CallError ? add.error.field('name') : undefined}
          onChange={({ target }) => setPet({ name: target.value, species })}
        />
        <SpeciesPicker value={species} onChange={(chosen) => setPet({ name, species: chosen })} />
        {photo && (
          <Checkbox
            label={t(phrases.pets.photoAsPortrait)}
            checked={isPortrait}
            onChange={({ target }) => setPortraitWanted(target.checked)}
          />
        )}
        <p className="muted small">{t(phrases.pets.quickAddHelp)}</p>
      </div>
      {add.error && <AddError error={add.error} />}
    </Dialog>
  )
}

function AddError({ error }: { error: Error }) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  return <ErrorBox title={t(phrases.pets.createFailed)}>{formatProblem(error)}</ErrorBox>
}

type NewPet = Pick<Pet, 'name' | 'species'> & { portrait: File | null }

/** Mutation that creates a pet. The portrait is uploaded in the background, after the photos of the post. */
function useAddPet(onAdded: (pet: Pet) => void) {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const [key] = useState(createIdempotencyKeys)
  const sendPortrait = async ({ id, name }: Pet, file: File) => {
    try {
      const photo = await uploadPicture(await preparePicture(file, PORTRAIT_ASPECT_RATIO))
      await cachePet(queries, await call(setPortrait, { params: { id }, body: { photo } }))
    } catch {
      toast({ text: t(phrases.pets.portraitFailed, { name }) })
    }
  }
  return useMutation({
    mutationKey: ['add-pet'],
    mutationFn: ({ name, species }: NewPet) => {
      const body = toPetRequestBody({ ...emptyPetDraft, name, species })
      return call(createPet, { body, idempotencyKey: key.of(body) })
    },
    onSuccess: async (pet, { portrait }) => {
      await cachePet(queries, pet)
      onAdded(pet)
      if (portrait) void sendPortrait(pet, portrait)
    },
  })
}
