import type { PetCard } from '@pawtrait/contract/pets.ts'
import warning from '@phosphor-icons/core/regular/warning-circle.svg?path'
import noNet from '@phosphor-icons/core/regular/wifi-slash.svg?path'
import type { FormEvent, ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { Note } from '#ui/Note.tsx'
import { type Draft, isRefused } from './composition.ts'
import styles from './DraftForm.module.css'
import { PostFields } from './PostFields.tsx'
import { holdBack } from './submit-draft.ts'

type DraftFormProps = {
  draft: Draft
  pets: readonly PetCard[]
  /** The address of the page that adds a pet. */
  newPetHref: string
  /** What is to be decided about the words first. */
  notice?: ReactNode
  onSubmit: () => void
}

/** The words of a new post, and the button that sends it. */
export function DraftForm({ draft, pets, newPetHref, notice, onSubmit }: DraftFormProps) {
  const t = useTranslate()
  const say = useProblemWords()
  const { submission } = draft
  const error = submission?.error
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (submission?.step !== 'waiting') onSubmit()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {error && <ErrorBox title={t(phrases.create.notPosted)}>{say(error)}</ErrorBox>}
      {notice}
      <PostFields draft={draft} pets={pets} newPetHref={newPetHref} />
      <Sending draft={draft} />
    </form>
  )
}

/** The button, and what it will send: without the photos that cannot be used, or once there is a connection. */
function Sending({ draft: { photos, submission } }: { draft: Draft }) {
  const t = useTranslate()
  const failed = photos.filter(isRefused).length
  const count = photos.length - failed
  const waits = submission?.step === 'waiting'
  const refused = count > 0 ? t(phrases.create.someRefused, { failed, chosen: photos.length, count }) : null
  return (
    <div className={styles.sending}>
      <div role="status">
        {failed > 0 && <Note icon={warning}>{refused ?? t(phrases.create.allRefused, { count: failed })}</Note>}
        {waits && <Note icon={noNet}>{t(phrases.create.awaitingHelp)}</Note>}
      </div>
      <Button type="submit" block busy={waits} disabled={count === 0}>
        {t(waits ? phrases.create.awaiting : phrases.create.submit)}
      </Button>
      {waits && (
        <Button kind="ghost" block onClick={holdBack}>
          {t(phrases.create.holdBack)}
        </Button>
      )}
    </div>
  )
}
