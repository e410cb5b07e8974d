import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { ReactNode } from 'react'
import { PictureChooser } from '#features/media/PictureChooser.tsx'
import { SlowUploadNotice } from '#features/media/SlowUploadNotice.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useFieldErrors } from '#lib/forms/use-field-errors.ts'
import { CallError } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { PictureForm } from '#ui/forms/PictureForm.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { PetFields } from './PetFields.tsx'
import styles from './PetForm.module.css'
import { type PetDraft, PORTRAIT_ASPECT_RATIO } from './pet-draft.ts'

type PetFormProps = {
  draft: PetDraft
  onChange: (change: Partial<PetDraft>) => void
  /** Receives a promise that settles when the chosen portrait is decoded. */
  onReading: (reading: Promise<unknown>) => void
  /** URL of the current portrait. */
  portrait: string | null
  /** True for a pet that is not created yet. */
  isNew: boolean
  isSaving: boolean
  error: unknown
  /** Choice between the two versions after an edit conflict, shown instead of the error; otherwise null. */
  conflict: ReactNode
  onSave: () => void
  onCancel: () => void
}

/** Fields of a pet, and a preview of its framed portrait. The form keeps its input when saving fails. */
export function PetForm(props: PetFormProps) {
  const { draft, onChange, isSaving, error, conflict, onSave } = props
  const t = useTranslate()
  const formatProblem = useProblemText()
  const refusal = error instanceof CallError ? error : null
  const errorOf = useFieldErrors(error, draft)
  return (
    <PictureForm
      picture={<Frame {...props} />}
      buttons={<Buttons {...props} />}
      isSaving={isSaving}
      refusal={error}
      onSave={onSave}
    >
      <PetFields draft={draft} onChange={onChange} errorOf={errorOf} />
      <SlowUploadNotice />
      {conflict ??
        (error !== null && (
          <ErrorBox title={t(props.isNew ? phrases.pets.createFailed : phrases.pets.saveFailed)}>
            {refusal && formatProblem(refusal)} {t(phrases.pets.inputKeptNote)}
          </ErrorBox>
        ))}
    </PictureForm>
  )
}

function Frame({ draft, onChange, onReading, portrait }: PetFormProps) {
  const t = useTranslate()
  const photo = draft.portrait?.preview ?? portrait
  return (
    <div className={styles.frame}>
      <PetFrame
        kind={findPetDrawing(draft)}
        backdrop={draft.backdrop}
        photo={photo}
        size={184}
        label={draft.name.trim() ? t(phrases.pets.photoOf, { name: draft.name.trim() }) : t(phrases.pets.portraitLabel)}
      />
      <PictureChooser
        label={t(photo ? phrases.pets.changePhoto : phrases.pets.addPhoto)}
        cropTitle={t(phrases.pets.cropTitle)}
        shape="arch"
        aspect={PORTRAIT_ASPECT_RATIO}
        picture={draft.portrait}
        onChange={(picture) => onChange({ portrait: picture })}
        onReading={onReading}
      />
    </div>
  )
}

function Buttons({ draft, isNew, isSaving, conflict, onCancel }: PetFormProps) {
  const t = useTranslate()
  const name = draft.name.trim()
  const create = name ? t(phrases.pets.createPageWithName, { name }) : t(phrases.pets.createPage)
  const submitLabel = isNew ? create : t(phrases.pets.save)
  const busy = t(isNew ? phrases.pets.creatingLabel : phrases.pets.savingLabel)
  return (
    <>
      <Button type="submit" named busy={isSaving} disabled={conflict !== null}>
        {isSaving ? busy : submitLabel}
      </Button>
      <Button kind="ghost" onClick={onCancel}>
        {t(phrases.pets.cancel)}
      </Button>
    </>
  )
}
