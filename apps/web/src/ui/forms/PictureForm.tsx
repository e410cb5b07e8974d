import { type FormEvent, type ReactNode, useRef } from 'react'
import styles from './PictureForm.module.css'
import { useFirstWrong } from './use-first-wrong.ts'

type PictureFormProps = {
  picture: ReactNode
  /** Fields, what went wrong, and the buttons, the one that sends first. */
  children: ReactNode
  buttons: ReactNode
  isSaving: boolean
  /** Why the last try failed; the first wrong field then has the focus. */
  refusal: unknown
  onSave: () => void
}

/** A picture beside a card of fields, above it where there is no room. */
export function PictureForm({ picture, children, buttons, isSaving, refusal, onSave }: PictureFormProps) {
  const form = useRef<HTMLFormElement>(null)
  useFirstWrong(form, refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isSaving) onSave()
  }
  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <div className={styles.picture}>{picture}</div>
      <div className={styles.card}>
        {children}
        <div className={styles.buttons}>{buttons}</div>
      </div>
    </form>
  )
}
