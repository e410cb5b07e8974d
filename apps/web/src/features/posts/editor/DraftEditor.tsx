import { paths } from '@pawtrait/contract/paths.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import warning from '@phosphor-icons/core/regular/warning-circle.svg?path'
import noNet from '@phosphor-icons/core/regular/wifi-slash.svg?path'
import type { CSSProperties, FormEvent, ReactNode } from 'react'
import { findRejectedPetTag, RejectedPetTagError } from '#features/pets/RejectedPetTagError.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { useKeyboardInset } from '#lib/use-keyboard-inset.ts'
import { useOwnPets } from '#shell/viewer.ts'
import { Button } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { Note } from '#ui/states/Note.tsx'
import create from './CreatePage.module.css'
import styles from './DraftEditor.module.css'
import { DropZone } from './DropZone.tsx'
import { type Draft, isPhotoRefused, isPostUnconfirmed } from './draft-store.ts'
import { PhotoEditor } from './PhotoEditor.tsx'
import { PostFields } from './PostFields.tsx'
import { cancelWaitingPost } from './submit-draft.ts'
import { useDraftStore } from './use-draft-store.ts'

type DraftEditorProps = {
  draft: Draft
  /** Note that says where the draft is stored. */
  storageNote?: ReactNode
  notice: ReactNode
  /** If true, the caption field gets the focus. Set after the user has selected photos. */
  focusCaption: boolean
  onFiles: (files: File[]) => void
  onSubmit: () => void
}

export function DraftEditor({ draft, storageNote, notice, focusCaption, onFiles, onSubmit }: DraftEditorProps) {
  const pets = useOwnPets()
  return (
    <div className={create.create}>
      {storageNote && <div className={create.kept}>{storageNote}</div>}
      <div className={create.photos}>
        {draft.photos.length === 0 ? <DropZone onFiles={onFiles} /> : <PhotoEditor draft={draft} onFiles={onFiles} />}
      </div>
      <DraftForm draft={draft} pets={pets} notice={notice} focusCaption={focusCaption} onSubmit={onSubmit} />
    </div>
  )
}

type DraftFormProps = {
  draft: Draft
  pets: readonly PetCard[]
  /** Note above the fields, shown if another device changed the draft and the author must choose a version. */
  notice?: ReactNode
  focusCaption?: boolean
  onSubmit: () => void
}

/** Form with the fields of a new post and its submit button. */
export function DraftForm({ draft, pets, notice, focusCaption, onSubmit }: DraftFormProps) {
  const { submission } = draft
  const error = submission?.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (submission?.step !== 'waiting') onSubmit()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {error && <SubmissionError draft={draft} error={error} pets={pets} />}
      {notice}
      <PostFields draft={draft} pets={pets} focusCaption={focusCaption ?? false} />
      <SubmitBar draft={draft} />
    </form>
  )
}

function SubmissionError({ draft, error, pets }: { draft: Draft; error: Error; pets: readonly PetCard[] }) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  const { change } = useDraftStore()
  const title = t(isPostUnconfirmed(draft) ? phrases.create.postUnconfirmed : phrases.create.postFailed)
  if (error instanceof CallError && error.code === 'idempotency-key-reused')
    return (
      <ErrorBox title={t(phrases.create.alreadyPosted)}>
        {t(phrases.create.alreadyPostedHelp)}{' '}
        <Link className="link" to={paths.profile}>
          {t(phrases.create.editOnProfile)}
        </Link>
      </ErrorBox>
    )
  const rejectedPet = findRejectedPetTag(error, draft.pets)
  if (!rejectedPet) return <ErrorBox title={title}>{formatProblem(error)}</ErrorBox>
  const name = pets.find(({ id }) => id === rejectedPet)?.name
  const remove = () => change((now) => ({ pets: now.pets.filter((id) => id !== rejectedPet), submission: null }))
  return <RejectedPetTagError {...{ title, name }} onRemove={remove} />
}

/** Submit button. Notes above it say how many photos were refused, and whether the post waits for a connection. */
function SubmitBar({ draft: { photos, submission } }: { draft: Draft }) {
  const t = useTranslate()
  const refusedCount = photos.filter(isPhotoRefused).length
  const count = photos.length - refusedCount
  const isWaiting = submission?.step === 'waiting'
  const keyboard = useKeyboardInset()
  const above = keyboard > 0 ? ({ '--keyboard': `${keyboard}px` } as CSSProperties) : undefined
  const refusedText =
    count > 0 ? t(phrases.create.somePhotosRefused, { failed: refusedCount, chosen: photos.length, count }) : null
  return (
    <div className={styles.sending} data-foot-field style={above}>
      <div role="status">
        {refusedCount > 0 && (
          <Note icon={warning}>{refusedText ?? t(phrases.create.allPhotosRefused, { count: refusedCount })}</Note>
        )}
        {isWaiting && <Note icon={noNet}>{t(phrases.create.waitingForConnectionHelp)}</Note>}
      </div>
      <Button type="submit" block busy={isWaiting} disabled={count === 0}>
        {t(isWaiting ? phrases.create.waitingForConnection : phrases.create.submitButton)}
      </Button>
      {isWaiting && (
        <Button kind="ghost" block onClick={cancelWaitingPost}>
          {t(phrases.create.cancelPosting)}
        </Button>
      )}
    </div>
  )
}
